#include "box.h"
#include <stdlib.h>
void work(void);

static struct box *make_box(int width) {
  struct box *b = malloc(sizeof *b);
  int halo = 2;
  b->halo = halo;
  b->cells = width * width + b->halo;
  b->next = NULL;
  return b;
}

struct run *start(struct plan plan) {
  struct run *r = calloc(1, sizeof(struct run));
  if (!r)
    exit(1);
  r->steps = plan.steps;
  r->box = make_box(plan.width);
  r->extra = r->box;
  return r;
}

void march(struct run *r) {
  const struct box *b = r->extra;
  for (int t = 0; t < r->steps; t++)
    for (int i = 0; i < b->cells; i++)
      // lcm: model time = 1 s
      work();
}
