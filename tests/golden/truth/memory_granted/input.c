#include <stdio.h>
#include <stdlib.h>

struct state {
  double *x;
};

// lcm: model time = seconds * 1 s
static void work(double seconds) { (void)seconds; }

static double *room(int n) {
  double *p = (double *)malloc(n * sizeof *p);
  if (p == NULL) {
    work(100);
    exit(1);
  }
  return p;
}

int main(void) {
  struct state s;
  double *a, *b, *c;
  void *d;
  FILE *f = fopen("data", "r");
  if (!f)
    return 1;
  if (!(a = malloc(80)) || (b = calloc(10, 8)) == NULL) {
    work(100);
    exit(1);
  }
  c = room(10);
  if (c)
    work(1);
  else
    return 3;
  s.x = realloc(a, 800);
  if (0 == s.x) {
    work(100);
    return 4;
  }
  if (posix_memalign(&d, 64, 640) != 0) {
    work(100);
    return 5;
  }
#pragma omp parallel
  work(2);
  if (b != NULL) {
#pragma omp parallel
    work(4);
  }
  return 0;
}
