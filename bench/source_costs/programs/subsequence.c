/* The longest common subsequence of two texts, two rows of a table. */
#include <stdio.h>
#include <stdlib.h>

/* Return the longest one of the "n" letters of "a" and of "b". */
static int longest(long n, const char *a, const char *b) {
  int *above = calloc((size_t)n + 1, sizeof *above);
  int *row = calloc((size_t)n + 1, sizeof *row);
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++) {
      if (a[i] == b[j])
        row[j + 1] = above[j] + 1;
      else
        row[j + 1] = above[j + 1] > row[j] ? above[j + 1] : row[j];
    }
    int *other = above;
    above = row;
    row = other;
  }
  const int all = above[n];
  free(above);
  free(row);
  return all;
}

/* Compare texts of n letters. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 100;
  char *a = malloc((size_t)n);
  char *b = malloc((size_t)n);
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = (char)('a' + (s >> 28) % 4);
    b[i] = (char)('a' + (s >> 20) % 4);
  }
  printf("checksum %d\n", longest(n, a, b));
  free(a);
  free(b);
  return 0;
}
