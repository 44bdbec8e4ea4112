/* Small steps with a team of its own for each. */
#include "../kernel.h"

enum { SIZE = 2000 };
static double a[SIZE], b[SIZE];

/* Fill both arrays. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    a[i] = b[i] = (double)(i % 3) / (double)n;
}

/* Take "n" steps there and back. */
double kernel(long n) {
  for (long k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = 1; i < SIZE - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
#pragma omp parallel for
    for (int i = 1; i < SIZE - 1; i++)
      a[i] = 0.5 * (b[i - 1] + b[i + 1]);
  }
  return a[SIZE / 2];
}
