static int twice = 2;
static double y[100];
#include "body.inc.c"
static void fill(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    // lcm: model time = 1 s
    y[i] = twice;
  }
}
