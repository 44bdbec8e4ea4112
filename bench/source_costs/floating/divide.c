/* Quotients by a number that only a run knows. */
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
  const double by = divisor;
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      y[i] = (x[i] + y[i]) / by;
  return y[3];
}
