/* What is measured: constructs of OpenMP and streams through memory. */
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include <sched.h>

#include "measure/calibrate/benches.h"

/* Return the seconds of the clock for measuring "p" threads: one by itself is
 * timed by what it computes, so that others on its core do not matter. */
static double now(int p) {
  struct timespec t;
  clock_gettime(p > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Compute for up to 32 steps, 16 on average, from "x" on; how many, "i" says,
 * which rises: evenly spread, so that no two threads keep in step.  Each step
 * goes through memory.  Return something that depends on "x". */
static unsigned delay(unsigned x, long i) {
  volatile unsigned y = x;
  for (unsigned k = (unsigned)i * 2654435769u >> 27; k; k--)
    y = y * 1664525u + 1013904223u;
  return y;
}

/* Empty parallel regions, one after the other. */
static double region(int p, long reps) {
  const double begin = now(p);
  for (long i = 0; i < reps; i++) {
#pragma omp parallel num_threads(p)
    { atomic_signal_fence(memory_order_seq_cst); }
  }
  return now(p) - begin;
}

/* Barriers. */
static double barrier(int p, long reps) {
  double begin = 0;
  double end = 0;
#pragma omp parallel num_threads(p)
  {
#pragma omp barrier
#pragma omp master
    begin = now(p);
    for (long i = 0; i < reps; i++) {
#pragma omp barrier
    }
#pragma omp master
    end = now(p);
  }
  return end - begin;
}

/* Every thread computes for itself. */
static double delays(int p, long reps) {
  double begin = 0;
  double end = 0;
  unsigned sum = 0;
#pragma omp parallel num_threads(p) reduction(+ : sum)
  {
#pragma omp barrier
#pragma omp master
    begin = now(p);
    for (long i = 0; i < reps; i++)
      sum = delay(sum, i);
#pragma omp barrier
#pragma omp master
    end = now(p);
  }
  return end - begin + (sum == 42 ? 1e-12 : 0);
}

/* A lock that nobody else wants; "p" is 1. */
static double pairs(int p, long reps) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  const double begin = now(p);
  for (long i = 0; i < reps * p; i++) {
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
  const double end = now(p);
  omp_destroy_lock(&lock);
  return end - begin;
}

/* Every thread takes the same lock, and computes while it has it and, so that
 * another one gets it, while it has not. */
static double locked(int p, long reps) {
  double begin = 0;
  double end = 0;
  unsigned sum = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(p)
  {
    unsigned mine = 0;
    const long from = 7L * omp_get_thread_num();
#pragma omp barrier
#pragma omp master
    begin = now(p);
    for (long i = 0; i < reps; i++) {
      omp_set_lock(&lock);
      sum = delay(sum, i + from);
      omp_unset_lock(&lock);
      mine = delay(mine, i + 2 * from + 3);
    }
#pragma omp atomic
    sum += mine;
#pragma omp barrier
#pragma omp master
    end = now(p);
  }
  omp_destroy_lock(&lock);
  return end - begin + (sum == 42 ? 1e-12 : 0);
}

/* Every thread adds to the same variable. */
static double atomics(int p, long reps) {
  double begin = 0;
  double end = 0;
  long sum = 0;
#pragma omp parallel num_threads(p)
  {
#pragma omp barrier
#pragma omp master
    begin = now(p);
    for (long i = 0; i < reps; i++) {
#pragma omp atomic
      sum += i;
    }
#pragma omp barrier
#pragma omp master
    end = now(p);
  }
  return end - begin + (sum == 42 ? 1e-12 : 0);
}

/* Every thread adds to the same variable, which is a floating-point one. */
static double real_atomics(int p, long reps) {
  double begin = 0;
  double end = 0;
  double sum = 0;
#pragma omp parallel num_threads(p)
  {
#pragma omp barrier
#pragma omp master
    begin = now(p);
    for (long i = 0; i < reps; i++) {
#pragma omp atomic
      sum += 1;
    }
#pragma omp barrier
#pragma omp master
    end = now(p);
  }
  return end - begin + (sum == 42 ? 1e-12 : 0);
}

/* Every thread adds to a variable of its own, all of which lie on a line. */
static double beside(int p, long reps) {
  enum { WORDS = 8 };
  double begin = 0;
  double end = 0;
  long *memory = aligned_alloc(64, WORDS * sizeof *memory);
  volatile long *line = memory;
  for (int i = 0; line && i < WORDS; i++)
    line[i] = 0;
#pragma omp parallel num_threads(p)
  {
    const int me = omp_get_thread_num() % WORDS;
#pragma omp barrier
#pragma omp master
    begin = now(p);
    for (long i = 0; line && i < reps; i++)
      line[me] += i;
#pragma omp barrier
#pragma omp master
    end = now(p);
  }
  free(memory);
  return end - begin;
}

/* So many tasks are made at a time: the first thousands, whose queue is nearly
 * empty, take several times as long as those that follow. */
enum { TASKS = 50000 };

/* One thread makes tasks that do nothing, which all run. */
static double tasks(int p, long reps) {
  double begin = 0;
  double end = 0;
#pragma omp parallel num_threads(p)
  {
#pragma omp barrier
#pragma omp master
    {
      begin = now(p);
      for (long i = 0; i < TASKS * reps; i++) {
#pragma omp task
        atomic_signal_fence(memory_order_seq_cst);
      }
    }
#pragma omp barrier
#pragma omp master
    end = now(p);
  }
  return end - begin;
}

/* Chunks on demand, each thread computing in between from what it was given,
 * so that it cannot begin before it has that. */
static double chunked(int p, long reps) {
  double begin = 0;
  double end = 0;
  unsigned sum = 0;
#pragma omp parallel num_threads(p) reduction(+ : sum)
  {
#pragma omp barrier
#pragma omp master
    begin = now(p);
#pragma omp for schedule(dynamic, 1)
    for (long i = 0; i < reps * p; i++)
      sum = delay(sum + (unsigned)i, i);
#pragma omp master
    end = now(p);
  }
  return end - begin + (sum == 42 ? 1e-12 : 0);
}

/* Chunks on demand and nothing else. */
static double counted(int p, long reps) {
  double begin = 0;
  double end = 0;
#pragma omp parallel num_threads(p)
  {
#pragma omp barrier
#pragma omp master
    begin = now(p);
#pragma omp for schedule(dynamic, 1)
    for (long i = 0; i < reps * p; i++)
      atomic_signal_fence(memory_order_seq_cst);
#pragma omp master
    end = now(p);
  }
  return end - begin;
}

enum { POINTS = 1024 };

/* Evaluate a polynomial of degree 4, eight operations, at POINTS places. */
static __attribute__((noinline)) void evaluate(double *y, const double *x,
                                               double c) {
  for (int i = 0; i < POINTS; i++)
    y[i] = (((c * x[i] + 0.5) * x[i] + 0.25) * x[i] + 0.125) * x[i] + 0.0625;
}

/* Compute with numbers in the innermost cache; "p" is 1. */
static double operations(int p, long reps) {
  double x[POINTS];
  double y[POINTS];
  for (int i = 0; i < POINTS; i++)
    x[i] = y[i] = i * p * 1e-3;
  const double begin = now(p);
  for (long i = 0; i < reps; i++)
    evaluate(y, x, (double)(i & 7));
  return now(p) - begin + (y[7] > 1e300 ? 1e-12 : 0);
}

const struct bench *thread_benches(size_t *n) {
  static const struct bench BENCHES[] = {{"flop", operations, 8.0 * POINTS, 0},
                                         {"pair", pairs, 1, 0},
                                         {"region", region, 1, 0},
                                         {"barrier", barrier, 1, 0},
                                         {"delay", delays, 1, 0},
                                         {"locked", locked, 1, 1},
                                         {"atomic", atomics, 1, 1},
                                         {"atomic_real", real_atomics, 1, 1},
                                         {"beside", beside, 1, 0},
                                         {"task", tasks, TASKS, 0},
                                         {"chunked", chunked, 1, 0},
                                         {"counted", counted, 1, 1}};
  *n = sizeof BENCHES / sizeof *BENCHES;
  return BENCHES;
}

/* The triad of STREAM on "n" elements. */
static __attribute__((noinline)) void triad(double *a, const double *b,
                                            const double *c, size_t n) {
#pragma omp simd
  for (size_t i = 0; i < n; i++)
    a[i] = b[i] + 3 * c[i];
}

/* Fill three arrays of "n" elements. */
static void fill(double *a, double *b, double *c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }
}

void run_triad(double *samples, int n, int p, double bytes, long reps) {
  const size_t part = (size_t)(bytes / 24 / p) / 8 * 8;
  const size_t size = part * (size_t)p * sizeof(double);
  double *a = aligned_alloc(64, size);
  double *b = aligned_alloc(64, size);
  double *c = aligned_alloc(64, size);
  if (!a || !b || !c)
    n = 0;
#pragma omp parallel num_threads(p)
  {
    const size_t at = part * (size_t)omp_get_thread_num();
    if (n) {
      fill(a + at, b + at, c + at, part);
      triad(a + at, b + at, c + at, part);
    }
    for (int k = 0; k < n; k++) {
#pragma omp barrier
#pragma omp master
      samples[k] = now(p);
      for (long i = 0; i < reps; i++)
        triad(a + at, b + at, c + at, part);
#pragma omp barrier
#pragma omp master
      samples[k] = now(p) - samples[k];
    }
  }
  free(a);
  free(b);
  free(c);
}

/* Add to a word of every line of the block of "words" at "block": what is
 * computed in between would hide that lines are on their way. */
static __attribute__((noinline)) void touch(unsigned long *block,
                                            size_t words) {
  enum { LINE = 64 / sizeof(unsigned long) };
  for (size_t i = 0; i < words; i += LINE)
    block[i] += i;
}

/* Wait until "*turn" is "value". */
static void await(atomic_long *turn, long value) {
  for (long spins = 0; atomic_load_explicit(turn, memory_order_acquire) < value;
       spins++)
    if (spins > 10000)
      sched_yield();
}

double run_pass(size_t bytes, long reps) {
  const size_t words = bytes / sizeof(unsigned long);
  unsigned long *block = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  atomic_long *turn = aligned_alloc(4096, 4096);
  double begin = 0;
  double end = 0;
  for (size_t i = 0; block && i < words; i++)
    block[i] = i;
  if (turn)
    atomic_init(turn, 0);
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
#pragma omp barrier
#pragma omp master
    begin = now(2);
    for (long i = me; block && turn && i < 2 * reps; i += 2) {
      await(turn, i);
      touch(block, words);
      atomic_store_explicit(turn, i + 1, memory_order_release);
    }
#pragma omp barrier
#pragma omp master
    end = now(2);
  }
  free(block);
  free(turn);
  return end - begin;
}

double run_touch(size_t bytes, long reps) {
  const size_t words = bytes / sizeof(unsigned long);
  unsigned long *block = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  for (size_t i = 0; block && i < words; i++)
    block[i] = i;
  const double begin = now(1);
  for (long i = 0; block && i < reps; i++) {
    touch(block, words);
    atomic_signal_fence(memory_order_seq_cst);
  }
  const double end = now(1);
  free(block);
  return end - begin;
}
