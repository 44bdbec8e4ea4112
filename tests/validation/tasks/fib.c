/* A tree of tasks: 34 leaves of 10 ms. */
#include <omp.h>
#include <stdlib.h>
#include <time.h>

/* Work for "ms" milliseconds, without using a processor. */
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}

static void fib(int n) {
  if (n < 2) {
    spend(10);
    return;
  }
#pragma omp task
  fib(n - 1);
#pragma omp task
  fib(n - 2);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  omp_set_num_threads(argc > 1 ? atoi(argv[1]) : 4);
#pragma omp parallel
#pragma omp single
  fib(8);
  return 0;
}
