#include <limits.h>

void work(long i);

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (long i = LONG_MAX - 30001; i <= LONG_MAX - 10001; i += 10000) {
    // lcm: model time = 1 s
    work(i);
  }
}
