/* Exponentials of an array. */
#include "../kernel.h"
#include <math.h>

static double *x;

/* Fill the array. */
void prepare(long n) {
  x = malloc((size_t)n * sizeof *x);
  for (long i = 0; i < n; i++)
    x[i] = -(double)i / (double)n;
}

/* Sum up "n" exponentials. */
double kernel(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += exp(x[i]);
  return s;
}
