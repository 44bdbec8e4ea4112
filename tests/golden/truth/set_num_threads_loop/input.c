#include <omp.h>
void work(int i);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    // lcm: model time = 1 s
    work(i);
  for (int t = 1; t <= 4; t++) {
    omp_set_num_threads(t);
#pragma omp parallel for
    for (int i = 0; i < 12; i++)
      // lcm: model time = 1 s
      work(i);
  }
}
