/* The set of Mandelbrot, at most 200 steps a point. */
#include "../kernel.h"

/* Nothing to prepare. */
void prepare(long n) { (void)n; }

/* Return the steps of the point "cx", "cy". */
static int steps(double cx, double cy) {
  double x = 0;
  double y = 0;
  int k = 0;
  while (k < 200 && x * x + y * y < 4) {
    const double t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    k++;
  }
  return k;
}

/* Sum up the steps of "n" by "n" points. */
double kernel(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += steps(-2 + 3 * (double)j / (double)n,
                   -1.5 + 3 * (double)i / (double)n);
  return (double)sum;
}
