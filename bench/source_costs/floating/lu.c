/* A decomposition of a matrix into two triangles, without pivots. */
#include "../kernel.h"

static double *a;

/* Fill a matrix whose diagonal is large. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = i == j ? (double)(2 * n) : 1.0 / (double)(i + j + 1);
}

/* Decompose a matrix of "n" rows. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (long i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      a[i * n + k] = f;
      for (long j = k + 1; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
    }
  return a[n * n - 1];
}
