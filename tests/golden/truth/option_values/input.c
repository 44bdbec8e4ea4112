#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct options {
  int cells, steps, width;
  char *size;
  char kind[8];
};
struct option {
  const char *name;
  void *to;
  struct option *next;
};
struct run {
  int rounds;
};

static struct option *known;
static int serial = 0;
static int compare = 0;
static int limit = 0;

static void round_of(void) {
  // lcm: model time = 1 s
  puts("round");
}

static void may_set(const char *name, void *to) {
  struct option *one = malloc(sizeof *one);
  *one = (struct option){name, to, known};
  known = one;
}

static void read_known(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i += 2)
    for (struct option *one = known; one; one = one->next)
      if (!strcmp(one->name, argv[i]))
        sscanf(argv[i + 1], "%d", (int *)one->to);
}

static void read_flags(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    switch (argv[i][1]) {
    case 's':
      serial = 1;
      break;
    case 'c':
      compare = 1;
      break;
    case 'l':
      limit = 1;
      break;
    }
}

static struct options read_options(int argc, char **argv) {
  struct options o;
  o.cells = 20;
  o.steps = 30;
  o.width = 4;
  o.size = malloc(3);
  o.size[0] = 'b';
  o.size[1] = 'i';
  o.size[2] = '\0';
  strcpy(o.kind, "plain");
  may_set("cells", &o.cells);
  may_set("steps", &(o.steps));
  read_known(argc, argv);
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "-s") && i + 1 < argc)
      o.size = argv[i + 1];
  if (strcasecmp(o.size, "small") != 0 && strcasecmp(o.size, "BI") != 0)
    exit(1);
  if (strcmp(o.size, "small") == 0)
    o.width = 2;
  else if (!strcmp(o.kind, "fine"))
    o.width = 1;
  return o;
}

static struct run *begin(struct options o) {
  struct run *run = malloc(sizeof *run);
  run->rounds = o.steps;
  return run;
}

int main(int argc, char **argv) {
  const char *mode = "some";
  struct options o = read_options(argc, argv);
  struct run *run = begin(o);
  read_flags(argc, argv);
  for (int i = 0; i < run->rounds; i++)
    round_of();
  for (int i = 0; i < o.cells * o.width; i++)
    round_of();
  if (serial || compare) {
    serial = 1;
    round_of();
  }
  if (limit && argc > 2)
    limit = 9;
  if (!strcmp(mode, "all"))
    round_of();
  for (int i = 0; i < 1000 * serial + 100 * limit; i++)
    round_of();
  return 0;
}
