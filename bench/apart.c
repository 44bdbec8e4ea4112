/* A program whose events are about 100 microseconds apart, for what being
 * measured costs a whole run (overhead.py).  Says how many nanoseconds of
 * processor time it took, which others on the machine add little to.
 *
 * usage: apart regions|locks ITERATIONS [THREADS] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVENTS = 1000 };

/* Return the processor time in nanoseconds. */
static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Compute for "n" iterations. */
static void compute(long n) {
  for (long i = 0; i < n; i++)
    __asm__ volatile("" ::: "memory");
}

/* Parallel regions, each of "n" iterations a thread. */
static void regions(long n, int threads) {
  for (int i = 0; i < EVENTS; i++) {
#pragma omp parallel num_threads(threads)
    compute(n);
  }
}

/* Locks that are waited for, "n" iterations from one to the next. */
static void locks(long n) {
  static const struct timespec never = {1u << 31, 0};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (int i = 0; i < EVENTS; i++) {
    pthread_mutex_timedlock(&mutex, &never);
    compute(n);
    pthread_mutex_unlock(&mutex);
  }
}

int main(int argc, char **argv) {
  const long n = argc > 2 ? atol(argv[2]) : 0;
  if (!n)
    return 2;
  const int threads = argc > 3 ? atoi(argv[3]) : 2;
  const long begin = now();
  if (strcmp(argv[1], "regions") == 0)
    regions(n, threads);
  else
    locks(n);
  printf("%ld\n", now() - begin);
  return 0;
}
