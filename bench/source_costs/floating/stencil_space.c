/* A stencil of seven points in space, two sweeps. */
#include "../kernel.h"

static double *a, *b;

/* Fill both cubes. */
void prepare(long n) {
  a = malloc((size_t)(n * n * n) * sizeof *a);
  b = malloc((size_t)(n * n * n) * sizeof *b);
  for (long i = 0; i < n * n * n; i++)
    a[i] = b[i] = (double)(i % 7);
}

/* Make "to" from "from". */
static void sweep(long n, const double *from, double *to) {
  const long m = n * n;
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      for (long k = 1; k < n - 1; k++) {
        const long at = i * m + j * n + k;
        to[at] =
            0.4 * from[at] + 0.1 * (from[at - 1] + from[at + 1] + from[at - n] +
                                    from[at + n] + from[at - m] + from[at + m]);
      }
}

/* Sweep a cube of "n" planes. */
double kernel(long n) {
  sweep(n, a, b);
  sweep(n, b, a);
  return a[n * n * n / 2];
}
