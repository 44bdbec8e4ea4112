/* Pi by random points. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return what "n" points say. */
double kernel(long n) {
  unsigned long s = 12345;
  long inside = 0;
  for (long i = 0; i < n; i++) {
    s = s * 6364136223846793005ul + 1442695040888963407ul;
    const double x = (double)(s >> 40) / 16777216.0;
    s = s * 6364136223846793005ul + 1442695040888963407ul;
    const double y = (double)(s >> 40) / 16777216.0;
    if (x * x + y * y < 1)
      inside++;
  }
  return 4.0 * (double)inside / (double)n;
}
