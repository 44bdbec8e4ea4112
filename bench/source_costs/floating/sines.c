/* A sum of sines. */
#include "../kernel.h"
#include <math.h>

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Sum up "n" sines. */
double kernel(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += sin(1e-3 * (double)i);
  return s;
}
