/* A product of matrices: blocks of 32 by 32. */
#include "../kernel.h"

enum { BLOCK = 32 };
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

/* Multiply one block at row "i", column "j", with "k" between. */
static void block(long n, long i, long k, long j) {
  for (long x = i; x < i + BLOCK; x++)
    for (long z = k; z < k + BLOCK; z++)
      for (long y = j; y < j + BLOCK; y++)
        c[x * n + y] += a[x * n + z] * b[z * n + y];
}

/* Multiply matrices of "n" rows, a multiple of the block's. */
double kernel(long n) {
  for (long i = 0; i < n; i += BLOCK)
    for (long k = 0; k < n; k += BLOCK)
      for (long j = 0; j < n; j += BLOCK)
        block(n, i, k, j);
  return c[n + 1];
}
