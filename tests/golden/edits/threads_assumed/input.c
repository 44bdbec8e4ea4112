#include <omp.h>
double a[400];
int main(void) {
#pragma omp parallel
  {
    const int first = 100 * omp_get_thread_num();
    // lcm: model time per iteration = 1 ms
    for (int i = first; i < first + 100; i++)
      a[i] = i;
  }
  return a[7] != 7;
}
