/* Queens on a board, by masks of columns and diagonals. */
#include <stdio.h>
#include <stdlib.h>

/* Return the ways to go on below a row that is threatened so. */
static long place(unsigned all, unsigned columns, unsigned left,
                  unsigned right) {
  if (columns == all)
    return 1;
  long ways = 0;
  for (unsigned free = all & ~(columns | left | right); free;
       free &= free - 1) {
    const unsigned bit = free & -free;
    ways += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return ways;
}

/* Count the ways to place n queens. */
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 6;
  printf("checksum %ld\n", place((1u << n) - 1, 0, 0, 0));
  return 0;
}
