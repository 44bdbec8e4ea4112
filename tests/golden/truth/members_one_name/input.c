#include <stdio.h>
#include <stdlib.h>

static long total;

static void tick(void) {
  // lcm: model time = 1 s
  total++;
}

struct boxes {
  int grid[3];
  int local;
};

struct sim {
  struct boxes *boxes;
};

static struct boxes *divide(double width) {
  struct boxes *b = malloc(sizeof *b);
  for (int i = 0; i < 3; i++)
    b->grid[i] = (int)(width / (i + 1));
  b->local = b->grid[0] * b->grid[1] * b->grid[2];
  return b;
}

static void use(const struct sim *s) {
  for (int i = 0; i < s->boxes->local; i++)
    tick();
}

static void use_boxes(const struct boxes *boxes) {
  for (int i = 0; i < boxes->local; i++)
    tick();
}

int main(void) {
  struct sim s;
  s.boxes = divide(12);
  use(&s);
  use_boxes(s.boxes);
  printf("%ld\n", total);
  return 0;
}
