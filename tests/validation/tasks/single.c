/* Tasks of 10 to 50 ms made by one member, which then waits at the barrier. */
#include <omp.h>
#include <stdlib.h>
#include <time.h>

/* Work for "ms" milliseconds, without using a processor. */
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}

int main(int argc, char **argv) {
  omp_set_num_threads(argc > 1 ? atoi(argv[1]) : 4);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i)
      spend(10 + i % 5 * 10);
    }
  }
}
