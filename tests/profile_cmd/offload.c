/* What gcc's OpenMP library does about devices, with results that show whether
 * it was done in order, and once.
 *
 * usage: offload */
#include <stdio.h>

int main(void) {
  static int a[100], b[100];
  int n = 0, order[2] = {0, 0};
#pragma omp target teams distribute parallel for map(tofrom : a) nowait
  for (int i = 0; i < 100; i++)
    a[i]++;
#pragma omp taskwait
#pragma omp target teams distribute num_teams(4) map(tofrom : b)
  for (int i = 0; i < 100; i++)
    b[i]++;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : order[0]) shared(order)
    {
      for (volatile int i = 0; i < 10000000; i++)
        ;
      order[0] = 5;
    }
#pragma omp target map(tofrom : order) depend(inout : order[0]) nowait
    order[0] *= 2;
#pragma omp task depend(in : order[0]) shared(order)
    order[1] = order[0];
  }
#pragma omp target map(tofrom : n)
  n++;
  for (int i = 0; i < 100; i++)
    n += a[i] + b[i];
  printf("%d %d\n", n, order[1]);
  return n != 201 || order[1] != 10;
}
