#include <omp.h>
void work(int i);
int main(void) {
  int n = 1, m = 1;
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    n = omp_get_num_threads();
  }
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    if (t == 0)
      m = omp_get_num_threads();
  }
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    work(i);
  for (int i = 0; i < m; i++)
    // lcm: model time = 100 s
    work(i);
}
