/* The same sums where the branch is taken in long runs. */
#include "../kernel.h"

static unsigned *a;

/* Fill the array with numbers that grow. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = (unsigned)(16777216.0 * (double)i / (double)n);
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
