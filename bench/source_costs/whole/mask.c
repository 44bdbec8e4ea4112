/* The remainders that are a mask, since the divisor is a power of two. */
#include "../kernel.h"

static long divisor;

/* Choose the divisor. */
void prepare(long n) { divisor = n % 2 ? 64 : 128; }

/* Sum "n" remainders. */
double kernel(long n) {
  const long by = divisor;
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += (i * 31) & (by - 1);
  return (double)sum;
}
