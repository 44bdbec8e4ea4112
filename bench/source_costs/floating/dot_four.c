/* An inner product in four sums: four chains. */
#include "../kernel.h"

enum { SIZE = 1000 };
static double x[SIZE], y[SIZE];

/* Fill both vectors. */
void prepare(long n) {
  for (int i = 0; i < SIZE; i++)
    x[i] = y[i] = (double)i / (double)n;
}

/* Sum up "n" products of both vectors. */
double kernel(long n) {
  double s0 = 0;
  double s1 = 0;
  double s2 = 0;
  double s3 = 0;
  for (long k = 0; k < n; k++)
    for (int i = 0; i < SIZE; i += 4) {
      s0 += x[i] * y[i];
      s1 += x[i + 1] * y[i + 1];
      s2 += x[i + 2] * y[i + 2];
      s3 += x[i + 3] * y[i + 3];
    }
  return s0 + s1 + s2 + s3;
}
