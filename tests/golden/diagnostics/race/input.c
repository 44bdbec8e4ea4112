void smooth(double *v, int n, double *sum) {
  double all = 0;
#pragma omp parallel for
  for (int i = 1; i < n; i++) {
    v[i] = v[i - 1] / 2;
    all += v[i];
  }
#pragma omp parallel sections
  {
#pragma omp section
    *sum = all;
#pragma omp section
    *sum = -all;
  }
}
