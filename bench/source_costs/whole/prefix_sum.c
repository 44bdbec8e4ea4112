/* Prefix sums in place: a chain of additions. */
#include "../kernel.h"

enum { SIZE = 2000 };
static int a[SIZE];

/* Fill the array. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    a[i] = (int)(i ^ n);
}

/* Sum up the array "n" times. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (int i = 1; i < SIZE; i++)
      a[i] = (int)((unsigned)a[i] + (unsigned)a[i - 1]);
  return a[SIZE - 1];
}
