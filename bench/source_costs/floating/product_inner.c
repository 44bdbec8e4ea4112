/* A product of matrices: inner products. */
#include "../kernel.h"

static double *a, *b, *c;

/* Fill three matrices. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  b = malloc((size_t)(n * n) * sizeof *b);
  c = malloc((size_t)(n * n) * sizeof *c);
  for (long i = 0; i < n * n; i++) {
    a[i] = b[i] = (double)(i % 13);
    c[i] = 0;
  }
}

/* Multiply matrices of "n" rows. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  return c[n + 1];
}
