/* A stencil of five points in the plane, ten sweeps. */
#include "../kernel.h"

static double *a, *b;

/* Fill both planes. */
void prepare(long n) {
  a = malloc((size_t)(n * n) * sizeof *a);
  b = malloc((size_t)(n * n) * sizeof *b);
  for (long i = 0; i < n * n; i++)
    a[i] = b[i] = (double)(i % 7);
}

/* Make "to" from "from". */
static void sweep(long n, const double *from, double *to) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] +
                              from[i * n + j - 1] + from[i * n + j + 1]);
}

/* Sweep a plane of "n" rows. */
double kernel(long n) {
  for (int k = 0; k < 5; k++) {
    sweep(n, a, b);
    sweep(n, b, a);
  }
  return a[n * n / 2];
}
