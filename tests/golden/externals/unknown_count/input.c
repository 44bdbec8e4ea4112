#include <stdlib.h>

struct table {
  size_t n;
  int *keys;
};

// lcm: model time = 1 s
static int by_value(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

void fill(struct table *t);

int main(void) {
  struct table t;
  fill(&t);
  qsort(t.keys, (size_t)t.keys[0], sizeof *t.keys, by_value);
  return 0;
}
