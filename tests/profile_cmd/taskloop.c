/* Eight naps of 10 ms as tasks of a loop, of which clang's library does not say
 * where they are. */
#include <time.h>

int main(void) {
  const struct timespec t = {0, 10000000};
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(2)
  for (int i = 0; i < 8; i++)
    nanosleep(&t, 0);
  return 0;
}
