void join(int lo, int hi);

static void halves(int lo, int hi) {
  if (hi - lo < 2)
    return;
  const int mid = lo + (hi - lo) / 2;
  halves(lo, mid);
  halves(mid, hi);
  // lcm: model time = (hi - lo) * 1 us
  join(lo, hi);
}

int main(int argc, char **argv) {
  (void)argv;
  halves(0, argc);
  return 0;
}
