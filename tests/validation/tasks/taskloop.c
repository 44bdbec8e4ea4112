/* Loops made into tasks: by grain, by number, and one that nobody waits for. */
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
#pragma omp taskloop nogroup num_tasks(4)
    for (int i = 0; i < 8; i++)
      spend(20);
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < 12; i++)
      spend(10);
    spend(30);
#pragma omp taskloop num_tasks(5)
    for (int i = 0; i < 10; i++)
      spend(10);
  }
  return 0;
}
