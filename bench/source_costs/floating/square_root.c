/* Square roots of an array. */
#include "../kernel.h"
#include <math.h>

enum { SIZE = 1000 };
static double x[SIZE], y[SIZE];

/* Fill the array. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    x[i] = (double)(i + n);
}

/* Take all roots "n" times. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      y[i] = sqrt(x[i] + y[i]);
  return y[3];
}
