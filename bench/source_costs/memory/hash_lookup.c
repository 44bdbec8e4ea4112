/* Keys that are found in a table of hashes with open places. */
#include "../kernel.h"

enum { BITS = 22 };
static unsigned *table;

/* Return the place where the search for "key" begins. */
static unsigned place(unsigned key) { return key * 2654435761u >> (32 - BITS); }

/* Put "n" keys into the table. */
void prepare(long n) {
  table = calloc((size_t)1 << BITS, sizeof *table);
  for (unsigned key = 1; key <= n; key++) {
    unsigned at = place(key);
    while (table[at])
      at = (at + 1) % (1u << BITS);
    table[at] = key;
  }
}

/* Look "n" keys up. */
double kernel(long n) {
  unsigned long sum = 0;
  for (unsigned key = 1; key <= n; key++) {
    unsigned at = place(key);
    while (table[at] != key)
      at = (at + 1) % (1u << BITS);
    sum += at;
  }
  return (double)sum;
}
