/* A product of matrices: sums of rows. */
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
    for (long k = 0; k < n; k++) {
      const double f = a[i * n + k];
      for (long j = 0; j < n; j++)
        c[i * n + j] += f * b[k * n + j];
    }
  return c[n + 1];
}
