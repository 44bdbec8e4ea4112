/* What functions do through their pointer parameters. */
#include <stdlib.h>
#include <string.h>
#define N 32
static double a[N], b[N], c[N], m[8][N];
static double *heap;

static void add(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] += from[i];
}
static void both(double *x, double *y, int from, int to) {
  add(x + from, y + from, to - from);
  add(&y[from], &x[from], to - from);
}
static void set(double *at, double value) {
  *at = value;
}
static void swap(double *x, double *y) {
  const double t = x[0];
  x[0] = y[0];
  y[0] = t;
}
static void row(double r[], int n) {
  for (int j = 0; j < n; j += 2)
    r[j] = j;
}

int main(void) {
  int n = N;
  heap = malloc(n * sizeof(double));
  memset(heap, 0, n * sizeof(double));
  memcpy(a, heap, sizeof a);
  memcpy(b + 4, &a[8], 16 * sizeof(double));
  add(a, b, n);
  both(b, c, 4, 20);
  set(&c[5], 2);
  set(heap, 1);
  swap(&a[1], &c[2]);
  for (int i = 0; i < 8; i++)
    row(m[i], n);
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    add(m[i], a, n);
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    add(&heap[4 * i], &m[i][4], 4);
  return 0;
}
