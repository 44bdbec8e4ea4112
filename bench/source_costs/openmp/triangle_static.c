/* A triangle of work, its rows shared as schedule(static) does. */
#include "../kernel.h"

static double *a, *x;

/* Fill matrix and vector. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  x = malloc((size_t)n * sizeof *x);
  for (long i = 0; i < n * n; i++)
    a[i] = (double)(i % 7);
  for (long i = 0; i < n; i++)
    x[i] = 0;
}

/* Sum up the rows of a triangle of "n" rows, ten times. */
double kernel(long n) {
  for (int r = 0; r < 10; r++) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++)
      for (long j = 0; j <= i; j++)
        x[i] += a[i * n + j];
  }
  return x[n / 2];
}
