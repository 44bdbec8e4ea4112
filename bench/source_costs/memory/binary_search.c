/* Keys that are found in a sorted array. */
#include "../kernel.h"

static unsigned *sorted;

/* Sort "n" keys. */
void prepare(long n) {
  sorted = malloc((size_t)n * sizeof *sorted);
  for (unsigned i = 0; i < n; i++)
    sorted[i] = i + 1;
}

/* Return where "key" is among "n". */
static long find(long n, unsigned key) {
  long low = 0;
  long high = n;
  while (low < high) {
    const long middle = low + (high - low) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Look "n" keys up. */
double kernel(long n) {
  unsigned long sum = 0;
  for (long i = 0; i < n; i++)
    sum += (unsigned long)find(
        n, (unsigned)((unsigned long)i * 2654435761u % (unsigned long)n) + 1);
  return (double)sum;
}
