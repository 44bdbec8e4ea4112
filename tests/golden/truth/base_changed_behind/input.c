#include <stdlib.h>

struct sim {
  int steps;
  double *x;
};

static struct sim *new_sim(int steps) {
  struct sim *s = malloc(sizeof *s);
  s->steps = steps;
  s->x = malloc(64 * sizeof *s->x);
  return s;
}

static void delete_sim(struct sim **s) {
  free((*s)->x);
  free(*s);
  *s = NULL;
}

static void step(struct sim *s) {
  for (int i = 0; i < 64; i++)
    s->x[i] *= 0.5;
}

int main(void) {
  struct sim *sim = new_sim(100);
  const int steps = sim->steps;
  for (int i = 0; i < steps; i++)
    step(sim);
  delete_sim(&sim);
  return 0;
}
