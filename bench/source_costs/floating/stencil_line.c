/* A stencil of three points on a line, sweeps from one array to another. */
#include "../kernel.h"

enum { SIZE = 2000 };
static double a[SIZE], b[SIZE];

/* Fill both arrays. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    a[i] = b[i] = (double)(i % 7) / (double)n;
}

/* Sweep "n" times there and back. */
double kernel(long n) {
  for (long k = 0; k < n; k++) {
    for (int i = 1; i < SIZE - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    for (int i = 1; i < SIZE - 1; i++)
      a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];
  }
  return a[SIZE / 2];
}
