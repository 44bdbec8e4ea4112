/* A program that sleeps instead of computing, so that what it loses is known:
 * 60 ms of serial code, N naps of 10 ms for all threads, and a place where one
 * waits for the other.
 *
 * cc -g -fopenmp naps.c -o naps */
#include <stdlib.h>
#include <time.h>

/* Sleep for "ms" milliseconds. */
static void nap(int ms) {
  struct timespec time = {0, ms * 1000000L};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &time, &time))
    ;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 8;
  nap(60);
#pragma omp parallel for schedule(static)
  // lcm: fragment naps
  for (int i = 0; i < n; i++)
    nap(10);
#pragma omp parallel
#pragma omp critical
  nap(20);
  return 0;
}
