/* Eight items go through three stages, each of which takes one at a time. */
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
    int stage[3] = {0};
    int item[8] = {0};
    for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : stage[0]) depend(out : item[i])
      spend(10);
#pragma omp task depend(inout : stage[1]) depend(inout : item[i])
      spend(30);
#pragma omp task depend(inout : stage[2]) depend(in : item[i])
      spend(20);
    }
#pragma omp taskwait
  }
  return 0;
}
