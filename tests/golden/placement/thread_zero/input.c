#include <omp.h>

void first(void);
void all(void);

int main(void) {
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      // lcm: model time = 2 s
      first();
    }
    // lcm: model time = 3 s
    all();
  }
}
