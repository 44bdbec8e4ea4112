/* Counts of 256 values. */
#include "../kernel.h"

static unsigned char *value;
static int count[256];

/* Fill the values. */
void prepare(long n) {
  value = malloc((size_t)n);
  for (long i = 0; i < n; i++)
    value[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
}

/* Count "n" values. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    count[value[i]]++;
  return count[7];
}
