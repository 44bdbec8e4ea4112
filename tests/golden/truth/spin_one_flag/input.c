#include <sched.h>
#include <stdatomic.h>
static atomic_int ready;
void work(int i);
int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: model time = 4 s
      work(0);
      ready = 1;
      // lcm: model time = 1 s
      work(1);
    }
#pragma omp section
    {
      while (!ready)
        sched_yield();
      // lcm: model time = 3 s
      work(2);
    }
  }
  return 0;
}
