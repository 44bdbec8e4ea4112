/* Heat in a plate: 20 sweeps of a stencil, the larger change of each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Make "to" from "from" and return the largest change. */
static double sweep(long n, const double *from, double *to) {
  double change = 0;
#pragma omp parallel for reduction(max : change)
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      const double x = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] +
                               from[i * n + j - 1] + from[i * n + j + 1]);
      const double d = fabs(x - from[i * n + j]);
      change = d > change ? d : change;
      to[i * n + j] = x;
    }
  return change;
}

/* Heat a plate of n rows. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 100;
  double *a = malloc((size_t)(n * n) * sizeof *a);
  double *b = malloc((size_t)(n * n) * sizeof *b);
  for (long i = 0; i < n * n; i++)
    a[i] = b[i] = i < n ? 100 : 0;
  double change = 0;
  for (int k = 0; k < 10; k++) {
    change += sweep(n, a, b);
    change += sweep(n, b, a);
  }
  printf("checksum %.9g\n", change);
  free(a);
  free(b);
  return 0;
}
