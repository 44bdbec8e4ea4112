/* The time, simulated or of the system. */
#include <time.h>

#include "chares/types.h"

/* Return the time of the system, in seconds. */
static double clock_time(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double md_time(const md *m) {
  return m->run->threads ? clock_time() - m->run->start : m->now;
}
