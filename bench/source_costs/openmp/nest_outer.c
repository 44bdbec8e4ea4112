/* Rows of 512 numbers: the outer loop is shared. */
#include "../kernel.h"

enum { ROW = 512 };
static double *a;

/* Fill the rows. */
void prepare(long n) {
  a = malloc((size_t)n * ROW * sizeof *a);
  for (long i = 0; i < n * ROW; i++)
    a[i] = (double)(i % 7);
}

/* Work on "n" rows. */
double kernel(long n) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    for (int j = 0; j < ROW; j++) {
      const double x = a[i * ROW + j];
      a[i * ROW + j] = ((x * 0.1 + 0.2) * x + 0.3) * x + 0.4;
    }
  }
  return a[n + 1];
}
