void scale(double *restrict x, const double *y, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 2 * y[i + 1];
}
