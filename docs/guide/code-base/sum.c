#include "sum.h"

// lcm: model time = 1 s
static double start(void) { return 0; }

double sum(int n, const double *a) {
  double s = start();
#pragma omp parallel for reduction(+ : s)
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
