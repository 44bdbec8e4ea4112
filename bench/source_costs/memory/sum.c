/* A sum of an array in memory. */
#include "../kernel.h"

static long *a;

/* Fill the array. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = i;
}

/* Sum up "n" elements five times. */
double kernel(long n) {
  long s = 0;
  for (int k = 0; k < 5; k++)
    for (long i = 0; i < n; i++)
      s += a[i] ^ k;
  return (double)s;
}
