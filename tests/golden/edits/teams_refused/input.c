#include <omp.h>
double a[64], b[64];
int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
#pragma omp parallel for
    // lcm: model work = 40 s
    for (int i = 0; i < 1200; i++)
      a[i % 64] = i;
#pragma omp section
#pragma omp parallel for
    // lcm: model work = 16 s
    for (int i = 0; i < 1200; i++)
      b[i % 64] = i;
  }
  return 0;
}
