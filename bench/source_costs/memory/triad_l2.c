/* The triad of STREAM on arrays in the second cache. */
#include "../kernel.h"

enum { SIZE = 10000 };
static double a[SIZE], b[SIZE], c[SIZE];

/* Fill three arrays. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++) {
    a[i] = (double)n;
    b[i] = c[i] = i;
  }
}

/* Move 1000 "n" elements. */
double kernel(long n) {
  for (long k = 0; k < n / 10; k++)
    for (int i = 0; i < SIZE; i++)
      a[i] = b[i] + 3 * c[i];
  return a[3];
}
