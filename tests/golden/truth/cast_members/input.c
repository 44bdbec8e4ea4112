#include <stdlib.h>
void work(void);
struct base {
  void (*run)(int n);
  int n;
};
struct fast {
  void (*run)(int n);
  int n, more;
};
struct slow {
  void (*run)(int n);
  int n;
  double much;
};

static void quick(int n) {
  // lcm: model time = 2 s
  work();
}

static void steady(int n) {
  // lcm: model time = 6 s
  work();
}

static struct base *make(int which) {
  if (which) {
    struct fast *fast = malloc(sizeof *fast);
    fast->run = quick;
    return (struct base *)fast;
  }
  struct slow *slow = malloc(sizeof *slow);
  slow->run = steady;
  return (struct base *)slow;
}

int main(int argc, char **argv) {
  // lcm: model time = 0 s
  struct base *base = make(argc > 1);
  base->run(3);
  return 0;
}
