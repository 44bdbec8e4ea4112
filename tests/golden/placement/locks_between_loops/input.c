#include <omp.h>

void work(void);
void update(void);

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical(update)
    {
      // lcm: model time = 3 s
      update();
    }
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 0; i < 3; i++) {
      // lcm: model time = 1 s
      work();
    }
#pragma omp critical(update)
    {
      // lcm: model time = 2 s
      update();
    }
  }
}
