/* Small terms that are added by a reduction. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Add "n" terms. */
double kernel(long n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (long i = 0; i < n; i++) {
    double t = (double)i;
    t = t * 1.0001 + 0.5;
    t = t * 1.0001 + 0.5;
    s += t;
  }
  return s;
}
