#include <stdio.h>
#include <stdlib.h>

struct grid {
  int side[3], cells, border, all;
};
struct space {
  struct grid *grid;
};

static void round_of(void) {
  // lcm: model time = 1 s
  puts("round");
}

static struct grid *make(int n) {
  struct grid *g = malloc(sizeof *g);
  for (int i = 0; i < 3; i++)
    g->side[i] = getchar() % n;
  g->cells = g->side[0] * g->side[1] * g->side[2];
  g->border = getchar();
  g->all = g->cells + 2 * g->border;
  return g;
}

static void step(struct grid *own) {
  for (int i = 0; i < own->all; i++)
    round_of();
}

static void edge(struct space *s) {
  for (int i = 0; i < s->grid->all; i++)
    round_of();
}

int main(void) {
  struct grid *g = make(9);
  struct space *space = malloc(sizeof *space);
  space->grid = g;
  g->border++;
  step(g);
  edge(space);
  for (int i = 0; i < space->grid->all; i++)
    round_of();
  return 0;
}
