#include <stdio.h>

#include "shared.h"

struct entry {
  const char *name;
  int a, b;
};

static long total;
static struct entry table[3] = {{"x", 1, 2}, {"y", 3, 4}, {"z", 5, 6}};
static const struct entry fixed[2] = {{"u", 1, 12}, {"v", 3, 14}};
static unsigned char bytes[2] = {7, (unsigned char)300};
static int early[2];
static int pointed[2] = {1, 2};
static int any[3] = {6, 6, 6};

static void tick(void) {
  // lcm: model time = 1 s
  total++;
}

static void set_grid(int wide) {
  grid[2] = 9;
  if (wide)
    grid[0] = 12;
  else
    grid[0] = 12;
  halo[1] = 12;
}

static void set_again(void) { grid[0] = 12; }

static int look(int d) { return grid[d]; }

static void poke(int *at) { at[1] = 3; }

int main(int argc, char **argv) {
  set_grid(argc > 3);
  for (int i = 0; i < early[1]; i++)
    tick();
  early[1] = 5;
  poke(pointed);
  any[argc] = 6;
  for (int i = 0; i < table[1].b; i++)
    tick();
  for (int i = 0; i < fixed[1].b; i++)
    tick();
  for (int i = 0; i < grid[0]; i++)
    tick();
  for (int i = 0; i < halo[1]; i++)
    tick();
  for (int i = 0; i < grid[2]; i++)
    tick();
  for (int i = 0; i < bytes[0]; i++)
    tick();
  for (int i = 0; i < bytes[1]; i++)
    tick();
  for (int i = 0; i < pointed[1]; i++)
    tick();
  for (int i = 0; i < any[2]; i++)
    tick();
  set_again();
  printf("%ld %d %s\n", total, look(1), argv[0]);
  return 0;
}
