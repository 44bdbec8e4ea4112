static void scale(double *x, const double *y, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 2 * y[i];
}
double a[64], b[64];
int main(void) {
  scale(a, b, 64);
  return 0;
}
