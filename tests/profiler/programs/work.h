/* Work that takes a known time, whoever else uses the processors: sleeping. */
#ifndef WORK_H
#define WORK_H

#include <time.h>

/* Work for "ms" milliseconds. */
static inline void work(long ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, 0);
}

#endif
