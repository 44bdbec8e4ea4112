#include <omp.h>
double a[400];
int main(void) {
#pragma omp parallel
  {
    const int n = 400 / omp_get_num_threads();
    const int first = n * omp_get_thread_num();
    // lcm: model time per iteration = 1 ms
    for (int i = first; i < first + n; i++)
      a[i] = i;
  }
  return a[7] != 7;
}
