#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct boxes {
  int grid[3], inner, halo, all;
};

struct sim {
  struct boxes *boxes;
};

struct args {
  int width, cells;
};

struct twice {
  int n;
};

static long total;

static void tick(void) {
  // lcm: model time = 1 s
  total++;
}

static struct boxes *divide(int by, double width) {
  struct boxes *b = malloc(sizeof *b);
  for (int i = 0; i < 3; i++)
    b->grid[i] = (int)(width / by) + i;
  b->inner = b->grid[0] * b->grid[1] * b->grid[2];
  b->halo = 2 * b->grid[0];
  b->all = b->inner + b->halo;
  return b;
}

static struct twice *measure(const char *text) {
  struct twice *t = malloc(sizeof *t);
  t->n = (int)strlen(text);
  return t;
}

static void work(const struct sim *s) {
  for (int i = 0; i < s->boxes->inner; i++)
    tick();
  for (int i = 0; i < s->boxes->all; i++)
    tick();
}

static void more(const struct boxes *b) {
  for (int i = 0; i < b->all; i++)
    tick();
}

static void print(struct args a) {
  for (int i = 0; i < a.cells; i++)
    tick();
}

int main(int argc, char **argv) {
  struct sim s;
  struct args args;
  args.width = 3;
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "-w"))
      args.width = atoi(argv[++i]);
  args.cells = args.width * args.width;
  s.boxes = divide(2, strtod("8", NULL));
  work(&s);
  more(s.boxes);
  print(args);
  struct twice *a = measure("ab"), *b = measure("abcd");
  for (int i = 0; i < a->n; i++)
    tick();
  for (int i = 0; i < b->n; i++)
    tick();
  printf("%ld\n", total);
  return 0;
}
