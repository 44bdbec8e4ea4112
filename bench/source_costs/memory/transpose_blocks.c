/* A matrix that is transposed in blocks of 16 by 16. */
#include "../kernel.h"

enum { BLOCK = 16 };
static double *a, *b;

/* Fill both matrices. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  b = malloc((size_t)(n * n) * sizeof *b);
  for (long i = 0; i < n * n; i++)
    a[i] = b[i] = (double)i;
}

/* Transpose a matrix of "n" rows, a multiple of the block's. */
double kernel(long n) {
  for (long x = 0; x < n; x += BLOCK)
    for (long y = 0; y < n; y += BLOCK)
      for (long i = x; i < x + BLOCK; i++)
        for (long j = y; j < y + BLOCK; j++)
          b[j * n + i] = a[i * n + j];
  return b[n / 2];
}
