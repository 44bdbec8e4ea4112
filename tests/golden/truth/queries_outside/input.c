#include <omp.h>
void work(int i);
static void either(void) {
  if (omp_in_parallel())
    // lcm: model time = 1 s
    work(0);
  else
    // lcm: model time = 10 s
    work(0);
}
int main(void) {
  either();
#pragma omp parallel
  either();
  for (int i = omp_get_thread_num(); i < 5 * omp_get_num_threads(); i++)
    // lcm: model time = 100 s
    work(i);
}
