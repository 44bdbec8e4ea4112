/* y += a x in the innermost cache, single precision. */
#include "../kernel.h"

enum { SIZE = 1000 };
static float x[SIZE], y[SIZE];

/* Fill both vectors. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    x[i] = y[i] = (float)i / (float)n;
}

/* Add one to the other "n" times. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      y[i] += 1e-3f * x[i];
  return (double)y[3];
}
