static int offset;
#define FACTOR 3
#define OFFSET 1
#include "part.c"

void two(int n) {
  offset++;
  scale(n, 0);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += offset;
}
