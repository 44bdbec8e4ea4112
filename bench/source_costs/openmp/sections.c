/* Two sections, the second of which has twice the work. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return a sum of "n" quotients from "x" on. */
static double quotients(long n, double x) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += 1 / (x + (double)i);
  return s;
}

/* Sum up "n" and 2 "n" quotients. */
double kernel(long n) {
  double first = 0;
  double second = 0;
#pragma omp parallel sections
  {
#pragma omp section
    first = quotients(n, 1);
#pragma omp section
    second = quotients(2 * n, 2);
  }
  return first + second;
}
