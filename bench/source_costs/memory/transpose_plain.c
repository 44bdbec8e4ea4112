/* A matrix that is transposed row by row. */
#include "../kernel.h"

static double *a, *b;

/* Fill both matrices. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  b = malloc((size_t)(n * n) * sizeof *b);
  for (long i = 0; i < n * n; i++)
    a[i] = b[i] = (double)i;
}

/* Transpose a matrix of "n" rows. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      b[j * n + i] = a[i * n + j];
  return b[n / 2];
}
