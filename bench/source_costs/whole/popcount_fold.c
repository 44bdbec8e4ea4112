/* Bits that are set, by sums of parts of a word. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Count the bits of "n" numbers. */
double kernel(long n) {
  long bits = 0;
  for (long i = 0; i < n; i++) {
    unsigned x = (unsigned)i * 2654435761u;
    x = x - ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    bits += (x * 0x01010101u) >> 24;
  }
  return (double)bits;
}
