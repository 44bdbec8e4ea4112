/* A generator of random numbers: a chain of shifts and exclusive ors. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Take "n" steps. */
double kernel(long n) {
  unsigned long s = 88172645463325252ul;
  for (long i = 0; i < n; i++) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
  }
  return (double)(s >> 40);
}
