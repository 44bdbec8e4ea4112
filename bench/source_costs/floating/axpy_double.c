/* y += a x in the innermost cache, double precision. */
#include "../kernel.h"

enum { SIZE = 1000 };
static double x[SIZE], y[SIZE];

/* Fill both vectors. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    x[i] = y[i] = (double)i / (double)n;
}

/* Add one to the other "n" times. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      y[i] += 1e-3 * x[i];
  return y[3];
}
