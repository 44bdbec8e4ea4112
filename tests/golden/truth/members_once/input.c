#include "box.h"
#include <stdlib.h>
void work(void);

struct limits {
  int most;
  int least;
};
static struct limits limits;
static const struct {
  const char *name;
  int rounds;
} table = {.rounds = 3, .name = "table"};

static void use_limits(void) {
  for (int i = limits.least; i < limits.most; i++)
    // lcm: model time = 100 s
    work();
  for (int i = 0; i < table.rounds; i++)
    // lcm: model time = 1000 s
    work();
}

struct part {
  int from, to;
  int size;
};

static void use_part(const struct part *p) {
  for (int i = 0; i < p->size; i++)
    // lcm: model time = 10000 s
    work();
}

int main(int argc, char **argv) {
  struct plan plan;
  int width = atoi(argv[1]);
  struct part part = {.size = width + 7};
  limits.most = 10;
  limits.least = 1;
  plan.width = width;
  plan.steps = 5;
  march(start(plan));
  use_limits();
  use_part(&part);
  return argc;
}
