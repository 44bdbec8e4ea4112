#include <stdlib.h>
void work(void);

static void sweep(int nx, int ny) {
  const int cells = nx * ny;
  for (int i = 0; i < cells; i++)
    // lcm: model time = 1 s
    work();
}

static void relax(int width, int steps) {
  for (int t = 0; t < steps; t++)
    sweep(width + 2, 7);
}

int main(int argc, char **argv) {
  int columns = atoi(argv[1]);
  int rounds = atoi(argv[2]);
  relax(columns, rounds);
  return argc;
}
