#include <stdlib.h>

#include "input.h"
void work(void);

struct parms {
  double shift;
};

static void load_atoms(void *vparms, void *data, int face) {
  const struct parms *parms = vparms;
  struct sim *s = data;
  s->at[face] += parms->shift;
}

static void load_forces(void *vparms, void *data, int face) {
  const struct parms *parms = vparms;
  struct force *f = data;
  if (f->of)
    f->of[face] += parms->shift;
}

struct link *make_link(int forces) {
  struct link *l = malloc(sizeof *l);
  struct parms *parms = malloc(sizeof *parms);
  parms->shift = 1;
  l->load = forces ? load_forces : load_atoms;
  l->parms = parms;
  return l;
}

void exchange(struct link *l, void *data) {
  for (int i = 0; i < 3; i++)
    // lcm: model time = 0 s
    l->load(l->parms, data, i);
}

void enlarge(void *from) {
  struct derived *d = from;
  d->n = 9;
}

static void use_zero(const struct zero *zero) {
  for (int i = 0; i < zero->n; i++)
    // lcm: model time = 4 s
    work();
}

void look(void *at) {
  struct zero *own = at;
  use_zero(own);
  own->n = 6;
}
