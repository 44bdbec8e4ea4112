/* Blocks of 256 numbers sorted by insertion. */
#include "../kernel.h"

enum { BLOCK = 256 };
static unsigned *a;

/* Fill the array. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = (unsigned)i * 2654435761u >> 8;
}

/* Sort "block". */
static void sort(unsigned *block) {
  for (int i = 1; i < BLOCK; i++) {
    const unsigned x = block[i];
    int k = i;
    for (; k > 0 && block[k - 1] > x; k--)
      block[k] = block[k - 1];
    block[k] = x;
  }
}

/* Sort all blocks of "n" numbers. */
double kernel(long n) {
  for (long i = 0; i + BLOCK <= n; i += BLOCK)
    sort(a + i);
  return a[BLOCK / 2];
}
