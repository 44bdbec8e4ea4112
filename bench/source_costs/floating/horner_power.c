/* A polynomial of degree 8 at 1000 places, by powers of the library. */
#include "../kernel.h"
#include <math.h>

enum { SIZE = 1000, DEGREE = 8 };
static double x[SIZE], y[SIZE], c[DEGREE + 1];

/* Fill places and coefficients. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    x[i] = (double)i / (double)(n + SIZE);
  for (int k = 0; k <= DEGREE; k++)
    c[k] = 1.0 / (k + 1);
}

/* Evaluate it "n" times at all places. */
double kernel(long n) {
  for (long r = 0; r < n; r++)
    for (int i = 0; i < SIZE; i++) {
      double s = 0;
      for (int k = 0; k <= DEGREE; k++)
        s += c[k] * pow(x[i], k);
      y[i] = s;
    }
  return y[3];
}
