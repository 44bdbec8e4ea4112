#include "handlers.h"

static handler once = one;
static struct service services[] = {{"first", one}, {.run = eight}};
static struct pair pairs[2] = {1, two, 2, four};
static handler list[4] = {[2] = one, &four, [0] = (handler)two};

static void each(handler act, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    act(i);
}

int main(int argc, char **argv) {
  handler chosen = 0;
  handler placed;
  struct service s = {"s", 0};
  (void)argv;
  switch (argc) {
  case 1:
    chosen = one;
    break;
  case 2:
    chosen = two;
    break;
  default:
    chosen = eight;
  }
  set_handler(&eight);
  install(&placed);
  prepare(&s);
  once(0);
  pairs[argc].act(0);
  list[argc](0);
  fire(0);
  placed(0);
  (*shared)(0);
  pick(argc)(0);
  (argc > 1 ? one : eight)(0);
  each(chosen, 2);
  each(argc > 1 ? two : four, 2);
  each(services[argc].run, 2);
  return 0;
}
