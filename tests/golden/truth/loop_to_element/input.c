#include <stdlib.h>

struct grid {
  int *count;
  int **near;
};

struct item {
  struct item *next;
  double value;
};

static double sum(const struct item *list) {
  double all = 0;
  for (const struct item *at = list; at; at = at->next)
    // lcm: model time = 7 s
    all += at->value;
  return all;
}

int main(void) {
  const int cells = 10;
  struct grid *g = malloc(sizeof *g);
  struct item *list = malloc(sizeof *list);
  double all = 0;
  // lcm: model time = 1 s
  g->count[0] = rand();
  for (int cell = 0; cell < cells; cell++) {
    for (int at = 64 * cell, i = 0; i < g->count[cell]; i++, at++)
      // lcm: model time = 2 s
      all += at;
    const int other = g->near[cell][0];
    const int n = g->count[other];
    for (int at = 64 * other; at < 64 * other + n; at++)
      // lcm: model time = 3 s
      all += at;
  }
  return (int)(all + sum(list));
}
