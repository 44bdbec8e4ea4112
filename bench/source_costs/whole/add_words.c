/* Sums of arrays of 64 bits in the innermost cache. */
#include "../kernel.h"
#include <stdint.h>

enum { SIZE = 1000 };
static uint64_t a[SIZE], b[SIZE];

/* Fill both arrays. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++) {
    a[i] = (uint64_t)(i + n);
    b[i] = (uint64_t)(3 * i);
  }
}

/* Add one to the other "n" times, as many numbers as of bytes. */
double kernel(long n) {
  for (long k = 0; k < 8 * n; k++)
    for (int i = 0; i < SIZE; i++)
      a[i] += b[i] ^ (uint64_t)k;
  return (double)a[7];
}
