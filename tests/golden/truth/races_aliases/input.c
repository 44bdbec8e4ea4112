#include <stdio.h>
#include <stdlib.h>
#define N 64
static double a[N + 1], b[N + 1];
static int count[N];
static void same(double *d, const double *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
static void shifted(double *d, const double *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = 0.5 * s[i];
}
static void global(double *x) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = a[N - 1 - i];
}
static void both(double *d, const double *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
static void apart(double *d, const double *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
static void allocated(double *d, const double *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
static void restricted(double *restrict d, const double *restrict s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
static void types(double *d, const int *s) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    d[i] = s[N - 1 - i];
}
static void kept(double *d, const double *s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
int main(void) {
  double *p = malloc(N * sizeof *p), *q = calloc(N, sizeof *q), *r = p;
  same(a, a, N);
  shifted(a + 1, a, N);
  global(a);
  both(a, b, N);
  both(b, b, N);
  apart(a, b, N);
  allocated(p, q, N);
  restricted(p, a, N);
  types(p, count);
  kept(p, r, N);
  printf("%g\n", a[3] + p[1]);
  return 0;
}
