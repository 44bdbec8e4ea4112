#include <stdlib.h>

struct options {
  int steps, size;
};

static long total;

static void tick(long by) {
  // lcm: model time = 1 s
  total += by;
}

static void parse(int argc, char **argv, struct options *o) {
  o->steps = 3;
  o->size = 10;
  for (int i = 1; i + 1 < argc; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'n')
      o->size = atoi(argv[i + 1]);
}

static void divide(int part, int parts, int n, int *from, int *to) {
  *from = part * n / parts;
  *to = (part + 1) * n / parts;
}

static void set(int *n) { *n = 100; }

static void maybe(int *n) {
  if (total > 3)
    *n = 7;
}

static void twice(int *n) { *n = *n * 2; }

int main(int argc, char **argv) {
  struct options o;
  int n, from, to, open = 5, doubled = 4;
  parse(argc, argv, &o);
  for (int t = 0; t < o.steps; t++)
    for (int i = 0; i < o.size; i++)
      tick(1);
  divide(1, 4, 100, &from, &to);
  for (int i = from; i < to; i++)
    tick(1);
  set(&n);
  for (int i = 0; i < n; i++)
    tick(1);
  maybe(&open);
  for (int i = 0; i < open; i++)
    tick(1);
  twice(&doubled);
  for (int i = 0; i < doubled; i++)
    tick(1);
  return (int)total;
}
