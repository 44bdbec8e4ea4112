#include <omp.h>

void before(int t);
void after(void);

int main(void) {
#pragma omp parallel
  {
    const int t = omp_get_thread_num();
    // lcm: model time = (thread + 1) * 1 s
    before(t);
#pragma omp barrier
    // lcm: model time = 1 s
    after();
  }
}
