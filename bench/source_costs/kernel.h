/* What each kernel is run by: it prepares its data, and is timed. */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Fill the data of a kernel of size "n". */
void prepare(long n);

/* Do the work of size "n" and return a value that depends on all of it. */
__attribute__((noinline)) double kernel(long n);

/* Return the seconds of "clock". */
static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Time one execution of the kernel. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1;
  prepare(n);
  const double wall = seconds(CLOCK_MONOTONIC);
  const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  const double check = kernel(n);
  const double busy = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  printf("seconds %.9f cpu %.9f checksum %.12g\n",
         seconds(CLOCK_MONOTONIC) - wall, busy, check);
  return 0;
}
