/* What constructs of OpenMP and threads cost, in nanoseconds: run once alone
 * and once under the profiler, the difference is what being measured costs.
 *
 * usage: profiler [THREADS] */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TRIES = 40, TIMES = 500 };

/* Return the time in nanoseconds. */
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void regions(int threads) {
  for (int i = 0; i < TIMES; i++) {
#pragma omp parallel num_threads(threads)
    __asm__ volatile("");
  }
}

static void barriers(int threads) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < TIMES; i++) {
#pragma omp barrier
  }
}

static void criticals(int threads) {
  (void)threads;
  for (int i = 0; i < TIMES; i++) {
#pragma omp critical
    __asm__ volatile("");
  }
}

static void loops(int threads) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < TIMES; i++) {
#pragma omp for schedule(dynamic, 1) nowait
    for (int k = 0; k < 2; k++)
      __asm__ volatile("");
  }
}

static void tasks(int threads) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int i = 0; i < TIMES; i++) {
#pragma omp task
    __asm__ volatile("");
  }
}

static void mutexes(int threads) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  (void)threads;
  for (int i = 0; i < TIMES; i++) {
    pthread_mutex_lock(&mutex);
    __asm__ volatile("");
    pthread_mutex_unlock(&mutex);
  }
}

/* Return the least time that "run" took, for one of what it does. */
static double least(void (*run)(int threads), int threads) {
  double best = 1e18;
  for (int i = 0; i < TRIES; i++) {
    const double begin = now();
    run(threads);
    const double took = now() - begin;
    best = took < best ? took : best;
  }
  return best / TIMES;
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 2;
  printf("%d threads, nanoseconds for one of: region %.0f, barrier %.0f, "
         "critical %.0f, dynamic loop %.0f, task %.0f, free mutex %.0f\n",
         threads, least(regions, threads), least(barriers, threads),
         least(criticals, threads), least(loops, threads),
         least(tasks, threads), least(mutexes, threads));
  return 0;
}
