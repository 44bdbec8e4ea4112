#include <stdio.h>
#define N 64
static double a[N], b[N], c[N], s;
static int last;
static void mean(void) {
#pragma omp parallel
  {
#pragma omp for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += a[i];
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[i] / s;
  }
}
static void end(void) {
#pragma omp parallel
  {
#pragma omp for lastprivate(last)
    for (int i = 0; i < N; i++) {
      last = i;
      a[i] = last;
    }
#pragma omp single
    c[0] = last;
  }
}
static void parts(void) {
#pragma omp parallel
  {
#pragma omp sections reduction(+ : c[:4])
    {
#pragma omp section
      c[1] += 1;
#pragma omp section
      c[2] += 2;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = c[i % 4];
  }
}
static void waits(void) {
#pragma omp parallel
  {
#pragma omp for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += a[i];
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[i];
#pragma omp single
    c[0] = s;
  }
}
static void sets(void) {
#pragma omp parallel
  {
#pragma omp single
    last = 5;
#pragma omp for firstprivate(last)
    for (int i = 0; i < N; i++)
      b[i] = last;
  }
}
static void twice(void) {
#pragma omp parallel
  {
#pragma omp for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += a[i];
#pragma omp for reduction(+ : s)
    for (int i = 0; i < N; i++)
      s += b[i];
  }
}
int main(void) {
  mean();
  end();
  parts();
  waits();
  sets();
  twice();
  printf("%g %d\n", b[3] + c[0], last);
  return 0;
}
