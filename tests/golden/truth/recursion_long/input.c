#include <stdio.h>

/* How many ways there are to place queens from row r on. */
static int place(int n, int r, unsigned columns, unsigned up, unsigned down) {
  if (r == n)
    return 1;
  int found = 0;
  for (int i = 0; i < n; i++) {
    unsigned column = 1u << i;
    if (columns & column || up >> (r + i) & 1 || down >> (r - i + n) & 1)
      continue;
    found += place(n, r + 1, columns | column, up | 1u << (r + i),
                   down | 1u << (r - i + n));
  }
  return found;
}

int main(void) {
  printf("%d\n", place(14, 0, 0, 0, 0));
}
