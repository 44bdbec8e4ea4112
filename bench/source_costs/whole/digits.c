/* Sums of decimal digits: division by a constant. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Add up the last six digits of "n" numbers. */
double kernel(long n) {
  unsigned long sum = 0;
  for (long i = 0; i < n; i++) {
    unsigned rest = (unsigned)i * 2654435761u;
    for (int k = 0; k < 6; k++) {
      sum += rest % 10;
      rest /= 10;
    }
  }
  return (double)sum;
}
