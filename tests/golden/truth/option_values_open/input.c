#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sizes {
  int n, m;
};

static int serial = 0;

static void round_of(void) {
  // lcm: model time = 1 s
  puts("round");
}

static void choose(char *name) {
  strcpy(name, getchar() == 'x' ? "long" : "short");
}

static void ask(int *n) { *n = getchar(); }

static struct sizes sizes_of(void) {
  struct sizes s;
  s.n = 10;
  s.m = 20;
  ask(&s.n);
  return s;
}

int main(int argc, char **argv) {
  char name[8];
  struct sizes s = sizes_of();
  strcpy(name, "short");
  choose(name);
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == 's')
      serial = 1;
  if (getchar() == 'y')
    serial = 1;
  if (!strcmp(name, "long"))
    for (int i = 0; i < 1000; i++)
      round_of();
  for (int i = 0; i < s.n; i++)
    round_of();
  for (int i = 0; i < s.m; i++)
    round_of();
  if (serial)
    round_of();
  return 0;
}
