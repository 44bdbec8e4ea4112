static double sum, data[1000];

static void fill(int lo, int hi) {
  // lcm: model time = 1 s
  for (int i = lo; i < hi; i++)
    data[i] = i;
}

static void add(int lo, int hi) {
  // lcm: model time = 1 s
  for (int i = lo; i < hi; i++)
    sum += data[i];
}

static void part(int lo, int hi) {
  if (hi - lo < 2) {
    fill(lo, hi);
    return;
  }
  int mid = lo + (hi - lo) / 2;
  #pragma omp task if (hi - lo > 2)
  part(lo, mid);
  #pragma omp taskwait
  part(mid, hi);
  add(lo, hi);
}

int main(void) {
  #pragma omp parallel
  #pragma omp single
  part(0, 4);
  return 0;
}
