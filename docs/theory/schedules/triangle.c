// lcm: param n = 1000 in 1..1000000
void rows(int n, double **a) {
#pragma omp parallel for schedule(SCHEDULE)
  // lcm: model time per iteration = 2 us * (i + 1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = 0;
}
