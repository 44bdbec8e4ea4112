#include <stdlib.h>

#include "input.h"
void work(void);

static struct sim *make(struct config config) {
  struct sim *s = malloc(sizeof *s);
  s->steps = config.steps;
  s->rate = config.rate;
  return s;
}

static void print(const struct sim *s) {
  for (int i = 0; i < s->rate; i++)
    // lcm: model time = 2 s
    work();
}

static void use(const struct base *base, const struct force *force) {
  for (int i = 0; i < base->n; i++)
    // lcm: model time = 3 s
    work();
  for (int i = 0; i < force->n; i++)
    // lcm: model time = 5 s
    work();
}

static void release(struct sim **s) {
  free(*s);
  *s = NULL;
}

int main(int argc, char **argv) {
  struct config config = read_options(argc, argv);
  struct sim *s = make(config);
  struct force *f = malloc(sizeof *f);
  struct base *b = malloc(sizeof *b);
  struct link *forces = make_link(1);
  struct link *atoms = make_link(0);
  f->of = NULL;
  f->n = 7;
  b->n = 5;
  const int steps = s->steps;
  for (int i = 0; i < steps; i++) {
    // lcm: model time = 1 s
    work();
    exchange(atoms, s);
    exchange(forces, f);
  }
  print(s);
  enlarge(b);
  use(b, f);
  look(calloc(1, sizeof(struct zero)));
  release(&s);
  return 0;
}
