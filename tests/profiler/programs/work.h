/* Work that takes a known time, whoever else uses the processors: sleeping.
 * What the system adds to it is told at the end. */
#ifndef WORK_H
#define WORK_H

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

/* Nanoseconds that all work took beyond what it should have. */
static atomic_long overslept;

/* Return the time in nanoseconds. */
static inline long work_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Work for "ms" milliseconds. */
static inline void work(long ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  const long begin = work_time();
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, 0);
  atomic_fetch_add(&overslept, work_time() - begin - ms * 1000000);
}

/* Say how much was added. */
__attribute__((destructor)) static void work_end(void) {
  printf("overslept %ld\n", atomic_load(&overslept));
}

#endif
