/* A recurrence: each value from the one before. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Take "n" steps of the logistic map. */
double kernel(long n) {
  double x = 0.3;
  for (long i = 0; i < n; i++)
    x = 3.7 * x * (1 - x);
  return x;
}
