/* Logarithms of an array, in place. */
#include "../kernel.h"
#include <math.h>

static double *x;

/* Fill the array. */
void prepare(long n) {
  x = malloc((size_t)n * sizeof *x);
  for (long i = 0; i < n; i++)
    x[i] = (double)(i + 1);
}

/* Take "n" logarithms. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    x[i] = log(x[i]);
  return x[n - 1];
}
