/* Remainders of 64 bits by a divisor that only a run knows. */
#include "../kernel.h"

static long divisor;

/* Choose the divisor. */
void prepare(long n) { divisor = n % 1000 + 37; }

/* Sum "n" remainders. */
double kernel(long n) {
  const long by = divisor;
  long sum = 0;
  for (long i = 0; i < n; i++)
    sum += (i * 31) % by;
  return (double)sum;
}
