#include <stdio.h>
#include <stdlib.h>

static void usage(const char *me) { printf("usage: %s N\n", me); }

int main(int argc, char **argv) {
  int n, ok = 1;
  static double x[100000];
  if (argc == 2) {
    n = atoi(argv[1]);
  } else {
    usage(argv[0]);
    ok = 0;
  }
  if (!ok)
    return 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    // lcm: model time = 2 us
    x[i] = i;
  }
  return 0;
}
