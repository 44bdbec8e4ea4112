/* Tells the seconds that the monotonic clock of the system shows. */
#include "base/clock.h"

#include <time.h>

double lcm_clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
