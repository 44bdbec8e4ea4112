/* The same quotients as products with the inverse. */
#include "../kernel.h"

enum { SIZE = 1000 };
static double x[SIZE], y[SIZE], divisor;

/* Fill the array. */
void prepare(long n) {
  divisor = 3.0 + (double)n;
  for (int i = 0; i < SIZE; i++)
    x[i] = (double)i + 0.5;
}

/* Divide all "n" times. */
double kernel(long n) {
  const double inverse = 1 / divisor;
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      y[i] = (x[i] + y[i]) * inverse;
  return y[3];
}
