/* Counters side by side: 3 us, of which less than 0.3 us are work. */
#include <omp.h>

static volatile long count[64];

int main(void) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (int i = 0; i < 1000; i++)
      count[me] += i;
  }
  return 0;
}
