/* A matrix that is scaled column by column. */
#include "../kernel.h"

static double *a;

/* Fill the matrix. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  for (long i = 0; i < n * n; i++)
    a[i] = (double)(i % 5);
}

/* Scale a matrix of "n" rows. */
double kernel(long n) {
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++)
      a[i * n + j] *= 0.5;
  return a[n + 1];
}
