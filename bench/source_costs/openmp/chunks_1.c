/* Short iterations in chunks of 1 on demand. */
#include "../kernel.h"

static double *x;

/* Fill the array. */
void prepare(long n) {
  x = malloc((size_t)n * sizeof *x);
  for (long i = 0; i < n; i++)
    x[i] = (double)(i % 3);
}

/* Work on "n" numbers. */
double kernel(long n) {
#pragma omp parallel for schedule(dynamic, 1)
  for (long i = 0; i < n; i++)
    for (int k = 0; k < 10; k++)
      x[i] = x[i] * 0.99 + 0.01;
  return x[n / 2];
}
