#include "parse.h"
void work(void);

static void run(struct settings set) {
  for (int i = 0; i < set.rows; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < set.count; i++)
    // lcm: model time = 1 s
    work();
}

int main(int argc, char **argv) {
  struct settings set = parse(argc, argv);
  run(set);
  return 0;
}
