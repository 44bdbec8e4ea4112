/* Particles that move, as arrays of members. */
#include "../kernel.h"

static double *x, *vx;

/* Place the particles. */
void prepare(long n) {
  x = malloc((size_t)n * sizeof *x);
  vx = malloc((size_t)n * sizeof *vx);
  for (long i = 0; i < n; i++) {
    x[i] = 1;
    vx[i] = (double)(i % 3);
  }
}

/* Move "n" particles ten times. */
double kernel(long n) {
  for (int k = 0; k < 10; k++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      x[i] += 0.01 * vx[i];
  }
  return x[n / 2];
}
