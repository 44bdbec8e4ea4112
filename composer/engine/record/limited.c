/* Sums of what sets the time of fragments. */
#include "composer/engine/record/limited.h"

#include <stddef.h>

void lcm_limited_add(struct lcm_limited *to, const struct lcm_limited *from,
                     double times) {
  to->n += times * from->n;
  to->time += times * from->time;
  to->flops += times * from->flops;
  for (size_t i = 0; i < LCM_TERMS; i++) {
    to->by[i] += times * from->by[i];
    to->gain[i] += times * from->gain[i];
    to->terms.of[i] += times * from->terms.of[i];
  }
  for (size_t i = 0; i <= LCM_MAX_LEVELS; i++) {
    to->latency[i] += times * from->latency[i];
    to->bytes[i] += times * from->bytes[i];
  }
}
