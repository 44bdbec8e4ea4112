/* A sum of powers. */
#include "../kernel.h"
#include <math.h>

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Sum up "n" powers. */
double kernel(long n) {
  double s = 0;
  for (long i = 1; i <= n; i++)
    s += pow((double)i, -1.7);
  return s;
}
