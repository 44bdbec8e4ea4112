/* What iterations of one loop hand to each other: a maximum that is kept in a
 * critical section, a flag and a count that all of them share. */
#include <stdlib.h>

enum { N = 24 };

static double best;
static int where;
static int count;

/* Keep the largest value and where it is. */
static void keep(double value, int at) {
#pragma omp critical
  {
    if (value > best) {
      best = value;
      where = at;
    }
  }
}

int main(void) {
  double *values = malloc(N * sizeof *values);
  for (int i = 0; i < N; i++)
    values[i] = i * 7 % N;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    keep(values[i], i);
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp critical
    count += values[i] > 3;
  }
  return best != N - 1 || values[where] != best || count != N - 4;
}
