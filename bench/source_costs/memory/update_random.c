/* Updates of a large table at random places. */
#include "../kernel.h"

enum { SIZE = 16777216 };
static unsigned *table;

/* Fill the table. */
void prepare(long n) {
  table = malloc(SIZE * sizeof *table);
  for (unsigned i = 0; i < SIZE; i++)
    table[i] = i + (unsigned)n;
}

/* Update "n" places. */
double kernel(long n) {
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    table[s % SIZE] ^= s;
  }
  return table[77];
}
