#include <omp.h>
void work(int i);
int main(void) {
  omp_set_num_threads(4);
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    // lcm: model time = 1 s
    work(i);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 16; i++)
    // lcm: model time = 1 s
    work(i);
}
