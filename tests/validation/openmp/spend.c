/* Working a known time without a processor: SCALE times as long, so that what
 * the machine adds matters less. */
#include "spend.h"

#include <time.h>

#ifndef SCALE
#define SCALE 1
#endif

void spend(double ms) {
  const double s = SCALE * ms / 1000;
  const struct timespec t = {(time_t)s, (long)((s - (time_t)s) * 1e9)};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, NULL);
}
