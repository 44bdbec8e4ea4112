/* An array in memory that is set by the library. */
#include "../kernel.h"
#include <string.h>

static char *a;

/* Touch the array. */
void prepare(long n) {
  a = malloc((size_t)n);
  for (long i = 0; i < n; i++)
    a[i] = (char)i;
}

/* Set "n" bytes five times. */
double kernel(long n) {
  double s = 0;
  for (int k = 0; k < 5; k++) {
    memset(a, k, (size_t)n);
    s += a[n / 2];
  }
  return s;
}
