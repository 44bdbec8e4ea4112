/* Sums of one a line of a large array, all of them in the end. */
#include "../kernel.h"

enum { STEP = 8 };
static double *a;

/* Fill the array. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = (double)(i % 5);
}

/* Sum up "n" elements. */
double kernel(long n) {
  double s = 0;
  for (long from = 0; from < STEP; from++)
    for (long i = from; i < n; i += STEP)
      s += a[i];
  return s;
}
