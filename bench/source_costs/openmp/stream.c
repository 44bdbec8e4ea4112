/* The triad of STREAM, shared by all. */
#include "../kernel.h"

static double *a, *b, *c;

/* Fill three arrays, each part where it is used. */
void prepare(long n) {
  a = malloc((size_t)n * sizeof *a);
  b = malloc((size_t)n * sizeof *b);
  c = malloc((size_t)n * sizeof *c);
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    a[i] = 0;
    b[i] = c[i] = (double)i;
  }
}

/* Move "n" elements five times. */
double kernel(long n) {
  for (int k = 0; k < 5; k++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] = b[i] + 3 * c[i];
  }
  return a[n / 2];
}
