/* Forces between bodies: each pair once. */
#include "../kernel.h"
#include <math.h>

static double *x, *y, *z, *f;

/* Place the bodies. */
void prepare(long n) {
  const size_t bytes = (size_t)n * sizeof *x;
  x = malloc(bytes);
  y = malloc(bytes);
  z = malloc(bytes);
  f = malloc(bytes);
  for (long i = 0; i < n; i++) {
    x[i] = (double)(i % 10);
    y[i] = (double)(i / 10 % 10);
    z[i] = (double)(i / 100);
    f[i] = 0;
  }
}

/* Sum up the forces on "n" bodies. */
double kernel(long n) {
  for (long i = 0; i < n; i++)
    for (long j = i + 1; j < n; j++) {
      const double dx = x[j] - x[i];
      const double dy = y[j] - y[i];
      const double dz = z[j] - z[i];
      const double r = dx * dx + dy * dy + dz * dz + 0.01;
      const double g = dx / (r * sqrt(r));
      f[i] += g;
      f[j] -= g;
    }
  return f[3];
}
