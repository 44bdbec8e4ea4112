#include <omp.h>

void work(void);

// lcm: resource bus = 2 ps "two buses, shared"

int main(void) {
#pragma omp parallel
  {
    const int t = omp_get_thread_num();
    // lcm: use bus 2 s * (t + 1)
    work();
  }
}
