/* Each place says the next, in the innermost cache. */
#include "../kernel.h"

enum { SIZE = 2048 };
static int next[SIZE];

/* Make a way through all places. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    next[i] = (int)((1664525u * (unsigned)i + 1013904223u) % SIZE);
  next[0] = (int)(next[0] + (n < 0));
}

/* Take "n" steps. */
double kernel(long n) {
  int at = 0;
  for (long i = 0; i < n; i++)
    at = next[at];
  return at;
}
