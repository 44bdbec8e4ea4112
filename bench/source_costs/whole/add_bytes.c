/* Sums of arrays of bytes in the innermost cache. */
#include "../kernel.h"
#include <stdint.h>

enum { SIZE = 8000 };
static uint8_t a[SIZE], b[SIZE];

/* Fill both arrays. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++) {
    a[i] = (uint8_t)(i + n);
    b[i] = (uint8_t)(3 * i);
  }
}

/* Add one to the other "n" times. */
double kernel(long n) {
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i++)
      a[i] = (uint8_t)(a[i] + (b[i] ^ k));
  return a[7];
}
