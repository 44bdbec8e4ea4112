#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

typedef void (*action)(int);

struct service {
  const char *name;
  action run;
};

struct quiet {
  action run;
};

extern action elsewhere;
void choose(action *at);
void prepare(struct service *s);
void ask(const struct quiet *q);
action look_up(int i);

static action loaded;
static action chosen;
static action made;

// lcm: model time = 1 s
static void one(int i) { (void)i; }

static action again;
static void leads_back(int i) {
  if (i > 0)
    again(i - 1);
}

static void each(action act, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    act(i);
}

void from_elsewhere(action own, int n) { each(own, n); }

struct remote {
  action run;
};
extern struct remote far[2];

int main(int argc, char **argv) {
  struct service s = {"s", one};
  struct quiet q = {one};
  loaded = (action)dlsym(NULL, argv[0]);
  chosen = one;
  choose(&chosen);
  made = (action)(intptr_t)argc;
  prepare(&s);
  ask(&q);
  again = leads_back;
#pragma omp parallel
  {
    loaded(1);
  }
#pragma omp parallel
  {
    chosen(2);
  }
#pragma omp parallel
  {
    made(3);
  }
#pragma omp parallel
  {
    elsewhere(4);
  }
#pragma omp parallel
  {
    s.run(5);
  }
#pragma omp parallel
  {
    q.run(6);
  }
#pragma omp parallel
  {
    look_up(7)(7);
  }
#pragma omp parallel
  {
    far[argc].run(8);
  }
  again(8);
  return 0;
}
