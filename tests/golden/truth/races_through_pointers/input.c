#include <omp.h>
#include <stdio.h>
#define N 64
static double a[N], s;
static _Thread_local double own;
static void direct(void) {
  double x, *p = &x;
#pragma omp parallel for private(x)
  for (int i = 0; i < N; i++) {
    *p = i;
    a[i] = *p * 2;
  }
}
static void array(void) {
  double t[4], *q = t;
#pragma omp parallel private(t)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      q[0] = i;
      a[i] = q[0];
    }
  }
}
static void sum(void) {
  double x = 0, *q = &x;
#pragma omp parallel for reduction(+ : x)
  for (int i = 0; i < N; i++)
    *q += i;
  s = x;
}
static void inside(void) {
  double x, *p;
#pragma omp parallel for private(x, p)
  for (int i = 0; i < N; i++) {
    p = &x;
    *p = i;
    a[i] = *p * 2;
  }
}
static void either(void) {
  double x = 0, *p = &x;
  s = *p;
#pragma omp parallel for private(x, p)
  for (int i = 0; i < N; i++) {
    p = &x;
    *p = i;
    a[i] = *p * 2;
  }
}
static void declared(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double x, *p = &x;
    *p = i;
    a[i] = *p * 2;
  }
}
static void worksharing(void) {
  double x;
#pragma omp parallel
  {
    double *p = &x;
#pragma omp for private(x)
    for (int i = 0; i < N; i++) {
      *p = i;
      a[i] = *p * 2;
    }
  }
}
static void thread(void) {
  double *p = &own;
#pragma omp parallel
  {
    *p = omp_get_thread_num();
    own = 1;
  }
}
static void task(void) {
#pragma omp parallel
#pragma omp single
  {
    double x = 1, *p = &x;
#pragma omp task
    {
      *p = 2;
    }
#pragma omp task
    {
      *p = 3;
    }
#pragma omp taskwait
    s = x;
  }
}
int main(void) {
  direct();
  array();
  sum();
  inside();
  either();
  declared();
  worksharing();
  thread();
  task();
  printf("%g\n", a[3] + s);
  return 0;
}
