#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n, status = 1;
  static double x[100000];
  do {
    if (argc < 2) {
      fprintf(stderr, "usage: %s N\n", argv[0]);
      break;
    }
    n = atoi(argv[1]);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      // lcm: model time = 2 us
      x[i] = i;
    }
    status = 0;
  } while (0);
  return status;
}
