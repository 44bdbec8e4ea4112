/* Short rows of work, a task for a thousand. */
#include "../kernel.h"

enum { GRAIN = 1000, ROW = 20 };
static double *x;

/* Fill the rows. */
void prepare(long n) {
  x = malloc((size_t)n * sizeof *x);
  for (long i = 0; i < n; i++)
    x[i] = (double)(i % 3);
}

/* Work on the rows from "i" to below "end". */
static void rows(long i, long end) {
  for (; i < end; i++)
    for (int k = 0; k < ROW; k++)
      x[i] = x[i] * 0.99 + 0.01;
}

/* Work on "n" rows, a multiple of the grain. */
double kernel(long n) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < n; i += GRAIN) {
#pragma omp task
    rows(i, i + GRAIN);
  }
  return x[n / 2];
}
