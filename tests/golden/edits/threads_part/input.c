#include <omp.h>
static double a[8];

int main(void)
{
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    // lcm: model pc per iteration = 1 s
    for (int i = me; i < 8; i += 4)
      a[i] = i;
  }
  return a[1] != 1;
}
