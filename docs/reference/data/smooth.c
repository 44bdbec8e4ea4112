#include <stdlib.h>
#define N 64

struct field {
  long n;
  double *cells;
};

static double total[N];
static int last[8];

static void smooth(struct field *to, const struct field *from) {
  const long n = from->n;
#pragma omp parallel for
  for (long i = 1; i < n - 1; i++)
    to->cells[i] = (from->cells[i - 1] + from->cells[i + 1]) / 2;
}

int main(void) {
  struct field a = {N, malloc(N * sizeof(double))};
  struct field b = {N, malloc(N * sizeof(double))};
  if (!a.cells || !b.cells)
    return 2;
  for (int i = 0; i < N; i++)
    a.cells[i] = i;
  smooth(&b, &a);
  smooth(&a, &b);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k <= i; k++)
      total[i] += a.cells[k];
  for (int i = 0; i < N; i++)
    last[(int)total[i] % 8] = i;
  return last[0];
}
