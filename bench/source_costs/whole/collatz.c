/* Lengths of Collatz's sequences. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return the longest sequence from below "n". */
double kernel(long n) {
  long longest = 0;
  for (long i = 1; i < n; i++) {
    long steps = 0;
    for (long x = i; x != 1; steps++)
      x = x % 2 ? 3 * x + 1 : x / 2;
    longest = steps > longest ? steps : longest;
  }
  return (double)longest;
}
