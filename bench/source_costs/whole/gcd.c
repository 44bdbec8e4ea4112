/* Greatest common divisors by remainders. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return the greatest common divisor of "a" and "b". */
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Sum the divisors of "n" pairs. */
double kernel(long n) {
  unsigned long sum = 0;
  for (long i = 0; i < n; i++)
    sum += gcd(1000000007u, (unsigned)i * 2654435761u);
  return (double)sum;
}
