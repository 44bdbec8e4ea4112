/* Sums of numbers above a threshold: a branch that nothing predicts. */
#include "../kernel.h"

static unsigned *a;

/* Fill the array with random numbers. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = s >> 8;
  }
}

/* Sum up large and count small ones of "n". */
double kernel(long n) {
  unsigned long sum = 0;
  unsigned long small = 1;
  for (long i = 0; i < n; i++) {
    if (a[i] > 8388608u)
      sum = sum * 3 + a[i];
    else
      small = small * 5 + 1;
  }
  return (double)(sum % 1000 + small % 1000);
}
