/* Blocks of 256 numbers sorted by merging. */
#include "../kernel.h"

enum { BLOCK = 256 };
static unsigned *a, t[BLOCK];

/* Fill the array. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = (unsigned)i * 2654435761u >> 8;
}

/* Sort the "n" numbers at "block". */
static void sort(unsigned *block, int n) {
  if (n < 2)
    return;
  const int half = n / 2;
  sort(block, half);
  sort(block + half, n - half);
  int i = 0;
  int j = half;
  for (int k = 0; k < n; k++)
    t[k] =
        i < half && (j >= n || block[i] <= block[j]) ? block[i++] : block[j++];
  for (int k = 0; k < n; k++)
    block[k] = t[k];
}

/* Sort all blocks of "n" numbers. */
double kernel(long n) {
  for (long i = 0; i + BLOCK <= n; i += BLOCK)
    sort(a + i, BLOCK);
  return a[BLOCK / 2];
}
