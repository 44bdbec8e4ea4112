/* A generator of random numbers: a chain of multiplications. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Take "n" steps. */
double kernel(long n) {
  unsigned long s = 1;
  for (long i = 0; i < n; i++)
    s = s * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(s >> 40);
}
