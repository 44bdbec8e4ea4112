/* Pointers: into arrays, that move, that are swapped, that may differ. */
#include <stdlib.h>
#define N 24
static double a[N], b[N], m[N][N];

static void walk(double *p, int n) {
  while (n-- > 0)
    *p++ = n;
}
static void march(double *p, int n) {
  for (int i = 0; i < n; i++) {
    p[0] = i;
    p = p + 1;
  }
}
static double first(const double *p) {
  const double *q = p + 2;
  return q[1] + *(q + 3);
}

int main(void) {
  int n = N;
  double *old = malloc(N * sizeof *old);
  double *new = malloc(N * sizeof *new);
  double *half = a + n / 2;
  double *some = n > 10 ? a : b;
  for (int i = 0; i < n; i++)
    old[i] = i;
  for (int i = 0; i < n / 2; i++)
    half[i] = i;
  for (int t = 0; t < 4; t++) {
    for (int i = 1; i < n - 1; i++)
      new[i] = old[i - 1] + old[i + 1];
    double *hold = old;
    old = new;
    new = hold;
  }
  for (int i = 0; i < 4; i++)
    some[i] = 5;
  walk(b, 8);
  march(b + 10, 6);
  b[20] = first(a);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *row = m[i];
    for (int j = 0; j < n; j++)
      row[j] = old[j];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    *(a + i) = *(*(m + i) + 3);
  return 0;
}
