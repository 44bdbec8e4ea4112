#include <stdio.h>

static long total;

static void tick(void) {
  // lcm: model time = 1 s
  total++;
}

static void few(void) {
  for (int i = 0; i < 10; i++)
    tick();
}

static void many(void) {
  for (int i = 0; i < 1000; i++)
    tick();
}

static void some(int n) {
  for (int i = 0; i < n; i++)
    tick();
}

struct entry {
  const char *name;
  void (*run)(void);
  void (*with)(int);
};

static const struct entry table[] = {{"few", few, some}, {"many", many, NULL}};
static void (*const both[])(void) = {few, many};
static struct entry single = {.run = many, .name = "single"};
static void (*changed[2])(void) = {few, many};

int main(void) {
  if (total % 3 == 1)
    changed[0] = many;
  table[1].run();
  both[0]();
  table[0].with(100);
  (*single.run)();
  changed[0]();
  printf("%ld\n", total);
  return 0;
}
