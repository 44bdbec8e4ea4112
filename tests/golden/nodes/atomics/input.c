#include <stdatomic.h>
void work(int n);
atomic_int ready;

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: model time = 1 s
      work(1);
      // lcm: signal ready
      atomic_store(&ready, 1);
    }
#pragma omp section
    {
      // lcm: wait ready
      while (!atomic_load(&ready))
        ;
      // lcm: model time = 1 s
      work(2);
    }
  }
}
