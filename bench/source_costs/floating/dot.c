/* An inner product: a chain of additions. */
#include "../kernel.h"

enum { SIZE = 1000 };
static double x[SIZE], y[SIZE];

/* Fill both vectors. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    x[i] = y[i] = (double)i / (double)n;
}

/* Sum up "n" products of both vectors. */
double kernel(long n) {
  double s = 0;
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      s += x[i] * y[i];
  return s;
}
