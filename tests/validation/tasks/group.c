/* A taskgroup waits for children and grandchildren; what is outside of it runs
 * on. */
#include <omp.h>
#include <stdlib.h>
#include <time.h>

/* Work for "ms" milliseconds, without using a processor. */
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}

/* Work, and leave more to a child. */
static void parent(int i) {
#pragma omp task firstprivate(i)
  spend(10 + i % 3 * 10);
  spend(20);
}

int main(int argc, char **argv) {
  omp_set_num_threads(argc > 1 ? atoi(argv[1]) : 4);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    spend(90);
#pragma omp taskgroup
    for (int i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
      parent(i);
    }
    spend(30);
  }
  return 0;
}
