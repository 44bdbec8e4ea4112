/* Matrices in one block, subscripts that are products. */
#include <stdlib.h>
#define N 16
static double *a, *b, *c;

static void multiply(double *to, const double *x, const double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += x[i * n + k] * y[k * n + j];
      to[i * n + j] = s;
    }
}

int main(void) {
  int n = N;
  a = malloc(n * n * sizeof *a);
  b = malloc(n * n * sizeof *b);
  c = malloc(n * n * sizeof *c);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = i;
      b[i * n + j] = j;
    }
  multiply(c, a, b, n);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = c[j * n + i];
  return 0;
}
