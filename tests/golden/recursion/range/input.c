static void work(int lo, int hi) {
  // lcm: model time = (hi - lo) * 1 s
  (void)lo, (void)hi;
}

static void range(int lo, int hi) {
  if (hi - lo < 2)
    return;
  int mid = lo + (hi - lo) / 2;
  range(lo, mid);
  range(mid, hi);
  work(lo, hi);
}

static void moved(int lo, int hi) {
  if (hi - lo < 2)
    return;
  int mid = lo + (hi - lo) / 2;
  moved(lo, mid);
  moved(mid, hi);
  work(0, lo);
}

int main(void) {
  range(5, 5 + (1 << 20));
  moved(0, 8);
  return 0;
}
