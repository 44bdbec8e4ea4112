/* A maker and a user of items with two slots between them, by dependences. */
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
    int made = 0;
    int used = 0;
    int slot[2] = {0};
    for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : made) depend(out : slot[i % 2])
      spend(i % 4 ? 10 : 50);
#pragma omp task depend(inout : used) depend(in : slot[i % 2])
      spend(30);
    }
#pragma omp taskwait
  }
  return 0;
}
