#include <omp.h>

void work(void);
void rest(void);

static void part(int a) {
  // lcm: model time = 1 s * (a + 1)
  work();
#pragma omp barrier
  // lcm: model time = 1 s
  rest();
}

int main(void) {
#pragma omp parallel
  {
    const int t = omp_get_thread_num();
    part(t);
  }
}
