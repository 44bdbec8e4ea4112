#include <omp.h>
#include <stdio.h>
static double a[8], b[64], sum;
static int flag, one, two, last, even;
static void loops(void) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num();
    if (tid == 1)
      for (int i = 0; i < 8; i++)
        a[i] = i;
    if (tid == 2)
      for (int i = 0; i < 8; i++)
        sum += a[i];
  }
}
static void others(void) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num();
    if (tid != 0)
      flag++;
  }
}
static void zero(void) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num();
    if (!tid)
      one = 1;
    b[tid] = one;
  }
}
static void alone(void) {
#pragma omp parallel num_threads(2)
  {
    int tid = omp_get_thread_num();
    if (tid > 0)
      two = 1;
  }
}
static void choice(void) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num();
    if (tid == 0)
      b[0] = 1;
    else if (tid == 1)
      b[1] = 2;
    else
      b[tid] = 3;
  }
}
static void open(void) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num(), n = omp_get_num_threads();
    if (tid == n - 1)
      last = 1;
    if (tid == 0)
      b[0] = last;
  }
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num();
    if (tid % 2 == 0)
      even = 1;
  }
}
int main(void) {
  loops();
  others();
  zero();
  alone();
  choice();
  open();
  printf("%g %d\n", sum + b[1], flag + one + two + even);
  return 0;
}
