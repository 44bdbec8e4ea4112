/* Work that is sleep, so that it takes as long as it says also on a machine
 * that others use.
 *
 * usage: nap N [MODE [FILE]]: N naps of 10 ms in a parallel loop, 20 ms of
 * serial code before, and, in a region, 10 ms of every member and 5 ms of each
 * in turn.  MODE "crash3" aborts after the loop where N is 3, "fail" ends with
 * status 7, "hang" never ends, "slow" naps six times as long where there are
 * several threads, "plain" does nothing else.  Each run adds a line to FILE. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Sleep for "ms" milliseconds. */
static void nap(int ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t))
    ;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 4;
  const char *mode = argc > 2 ? argv[2] : "plain";
  FILE *file = argc > 3 ? fopen(argv[3], "a") : NULL;
  const int ms = strcmp(mode, "slow") || omp_get_max_threads() == 1 ? 10 : 60;
  if (file && (fprintf(file, "%d %d\n", n, omp_get_max_threads()) < 0 ||
               fclose(file)))
    return 2;
  printf("nap of %d\n", n);
  nap(20); /* before */
#pragma omp parallel for schedule(static) /* loop */
  for (int i = 0; i < n; i++)
    nap(ms);
  if (!strcmp(mode, "crash3") && n == 3)
    abort();
  if (!strcmp(mode, "fail"))
    exit(7);
  while (!strcmp(mode, "hang"))
    nap(1000);
#pragma omp parallel /* region */
  {
    nap(10);
#pragma omp critical /* turn */
    nap(5);
  }
  // lcm: ignore
  nap(15); /* ignored */
  return 0;
}
