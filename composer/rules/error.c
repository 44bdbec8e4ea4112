/* Intervals of times that are predicted from source alone. */
#include <math.h>

#include "composer/rules/error.h"

/* Return the class of errors that times set by "limit" have, COUNT: none. */
static enum lcm_error class_of(enum lcm_limit limit) {
  switch (limit) {
  case LCM_LIMIT_OPERATIONS:
    return LCM_ERROR_OPERATIONS;
  case LCM_LIMIT_CHAIN:
    return LCM_ERROR_CHAINS;
  case LCM_LIMIT_BANDWIDTH:
  case LCM_LIMIT_FAULTS:
    return LCM_ERROR_BYTES;
  case LCM_LIMIT_LATENCY:
  case LCM_LIMIT_PAGES:
    return LCM_ERROR_LATENCIES;
  case LCM_LIMIT_LOCK:
  case LCM_LIMIT_ATOMIC:
  case LCM_LIMIT_MESSAGE:
  case LCM_LIMIT_START:
  case LCM_LIMIT_SHARES:
  case LCM_LIMIT_CHUNKS:
  case LCM_LIMIT_TASKS:
  case LCM_LIMIT_BARRIER:
  case LCM_LIMIT_WAITING:
    return LCM_ERROR_THREADS;
  case LCM_LIMIT_MODEL:
  case LCM_LIMIT_UNPRICED:
  case LCM_LIMIT_COUNT:
    break;
  }
  return LCM_ERROR_COUNT;
}

bool lcm_machine_has_prices(const lcm_machine *machine) {
  static const char *const NAMES[] = {"flop", "integer", "add_chain"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    const struct lcm_cost *cost =
        machine ? lcm_machine_cost(machine, NAMES[i]) : NULL;
    if (!cost || !cost->given)
      return false;
  }
  return lcm_machine_has_caches(machine);
}

bool lcm_source_interval(struct lcm_source_interval *out,
                         const lcm_point *point,
                         const struct lcm_limits *limits, bool least) {
  static const double RANGES[LCM_ERROR_COUNT][2] = {
#define LCM_ERROR(name, word, low, high) {low, high},
#include "model/results/errors.def"
#undef LCM_ERROR
  };
  double squares[2] = {0, 0};
  *out = (struct lcm_source_interval){.low = point->time, .high = point->time};
  for (size_t i = 0; i < limits->n_sums; i++) {
    const enum lcm_error kind = class_of(limits->sums[i].by.limit);
    if (kind < LCM_ERROR_COUNT)
      out->shares[kind] += limits->sums[i].share;
  }
  for (size_t c = 0; c < LCM_ERROR_COUNT; c++) {
    squares[0] += pow(out->shares[c] * (1 / RANGES[c][0] - 1), 2);
    squares[1] += pow(out->shares[c] * (RANGES[c][1] - 1), 2);
  }
  const double down = hypot(point->time - point->time / (1 + sqrt(squares[0])),
                            point->time - point->low);
  out->low = fmax(0, point->time - down);
  out->high = least ? INFINITY
                    : point->time + hypot(point->time * sqrt(squares[1]),
                                          point->high - point->time);
  return squares[1] > 0 && point->time > 0;
}
