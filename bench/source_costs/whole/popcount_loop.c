/* Bits that are set, one after the other. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Count the bits of "n" numbers. */
double kernel(long n) {
  long bits = 0;
  for (long i = 0; i < n; i++)
    for (unsigned x = (unsigned)i * 2654435761u; x; x &= x - 1)
      bits++;
  return (double)bits;
}
