/* Addition of vectors. */
// lcm: param n = 1024 in 1..1000000

void add(int n, const double *a, const double *b, double *c) {
#pragma omp parallel for schedule(static)
  // lcm: model time per iteration = 1 us
  for (int i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}
