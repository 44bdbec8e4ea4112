#include <omp.h>
void work(int i);
int main(void) {
  int n = 2;
#pragma omp parallel firstprivate(n)
  n = omp_get_num_threads();
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    work(i);
}
