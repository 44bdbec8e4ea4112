/* Small terms that are added in a critical section. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Add "n" terms. */
double kernel(long n) {
  double s = 0;
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double t = (double)i;
    t = t * 1.0001 + 0.5;
    t = t * 1.0001 + 0.5;
#pragma omp critical
    s += t;
  }
  return s;
}
