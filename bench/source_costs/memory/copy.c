/* A copy of an array in memory, by a loop. */
#include "../kernel.h"

static double *a, *b;

/* Fill both arrays. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  b = malloc((size_t)n * sizeof *b);
  for (long i = 0; i < n; i++)
    a[i] = b[i] = (double)i;
}

/* Copy "n" elements five times. */
double kernel(long n) {
  for (int k = 0; k < 5; k++)
    for (long i = 0; i < n; i++)
      b[i] = a[i] + k;
  return b[n / 2];
}
