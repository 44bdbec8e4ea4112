/* Constructs whose calls have the line of something else, or of nothing: what
 * is written in a header, what the compiler puts elsewhere.  Each naps or
 * computes for a time of its own; the remarks are what the test calls lines.
 *
 * usage: places */
#include "places.h"
#include <stdio.h>
#include <time.h>

static void nap(int ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
  nanosleep(&t, 0);
}

static inline __attribute__((always_inline)) void prepare(void) {
  nap(1);
  puts("prepared");
}

static int done;

static void late(void) {
#pragma omp parallel num_threads(2) /* late */
  nap(15);
#pragma omp parallel num_threads(2) /* later */
  {
#pragma omp single
    {
#pragma omp task /* task */
      nap(12);
    }
  }
}

int main(void) {
  prepare();
#pragma omp parallel num_threads(2) /* first */
  nap(30);
  puts("one");
  prepare();
  if (!done)
#pragma omp parallel num_threads(2) /* second */
    nap(20);
#pragma omp parallel num_threads(2) reduction(+ : done) /* third */
  {
    nap(25);
    done++;
  }
#pragma omp parallel sections num_threads(2) /* sections */
  {
#pragma omp section
    nap(10);
#pragma omp section
    nap(15);
  }
#pragma omp parallel for num_threads(2) schedule(dynamic) /* dynamic */
  for (int i = 0; i < 4; i++)
    nap(5);
  share(10);
  late();
  share(10);
  spin(200);
  printf("%d\n", done);
  return done != 2;
}
