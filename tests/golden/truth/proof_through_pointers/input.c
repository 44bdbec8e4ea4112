#include <stdio.h>
#define N 64
static double w[N], g;
static double *gp;
static void set(void) { gp = &g; }
static double sum(const double *p) { return p[0] + p[1]; }
static void fill(double *p, int i) {
  p[0] = i;
  p[1] = 2 * i;
}
static double *scratch(void) {
  static double kept[8];
  return kept;
}
static void outside(void) {
  double loc[8], *q = loc, x, *px = &x;
  for (int i = 0; i < N; i++) {
    q[0] = i;
    w[i] = q[0];
  }
  for (int i = 0; i < N; i++) {
    x = i;
    w[i] = *px * 2;
  }
  for (int i = 0; i < N; i++) {
    fill(q, i);
    w[i] = sum(q);
  }
  for (int i = 0; i < N; i++)
    *px += w[i];
  for (int i = 0; i < N; i++) {
    *gp = i;
    w[i] = g;
  }
  for (int i = 0; i < N; i++) {
    double *t = scratch();
    t[0] = i;
    w[i] = t[0];
  }
}
static void inside(void) {
  double own[2], y = 0;
  for (int i = 0; i < N; i++) {
    double t[2], *p = t;
    p[0] = i;
    w[i] = p[0];
  }
  for (int i = 0; i < N; i++) {
    fill(own, i);
    w[i] = sum(own);
  }
  if (scanf("%lf", &y) != 1)
    return;
  for (int i = 0; i < N; i++) {
    y = i;
    w[i] = y * y;
  }
}
int main(void) {
  set();
  outside();
  inside();
  printf("%g\n", w[7]);
  return 0;
}
