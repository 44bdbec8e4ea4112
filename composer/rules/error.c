/* Intervals of times that are predicted from source alone. */
#include <math.h>

#include "composer/rules/error.h"

/* A share of the time by which it may be off that is worth a word. */
#define WORTH 1e-3

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

/* Return whether a part that is bound by "limit" only waits for others, and so
 * is off as far as what these take is. */
static bool waits(enum lcm_limit limit) {
  static const enum lcm_limit WAITS[] = {LCM_LIMIT_LOCK,    LCM_LIMIT_SHARES,
                                         LCM_LIMIT_CHUNKS,  LCM_LIMIT_TASKS,
                                         LCM_LIMIT_BARRIER, LCM_LIMIT_WAITING};
  for (size_t i = 0; i < sizeof WAITS / sizeof *WAITS; i++)
    if (limit == WAITS[i])
      return true;
  return false;
}

/* Return whether something at or below "node" (or NULL) is timed by its code on
 * "machine". */
static bool is_coded(const lcm_node *node, const lcm_machine *machine) {
  bool coded = node && lcm_machine_times_cycles(machine, node);
  for (size_t i = 0; node && i < node->n_children && !coded; i++)
    coded = is_coded(node->children[i], machine);
  return coded;
}

/* Return which part of the time that is computed, and waited for, comes from
 * the source: the rest is given by models. */
static double sourced(const struct lcm_limits *limits) {
  double source = 0;
  double model = 0;
  for (size_t i = 0; i < limits->n_sums; i++) {
    const enum lcm_limit limit = limits->sums[i].by.limit;
    const enum lcm_error kind = class_of(limit);
    if (limit == LCM_LIMIT_MODEL)
      model += limits->sums[i].share;
    else if (kind < LCM_ERROR_COUNT && kind != LCM_ERROR_THREADS)
      source += limits->sums[i].share;
  }
  return source + model > 0 ? source / (source + model) : 1;
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

bool lcm_program_is_coded(const lcm_program *program,
                          const lcm_machine *machine) {
  for (size_t i = 0; i < program->n_functions; i++)
    if (is_coded(program->functions[i].body, machine))
      return true;
  return false;
}

bool lcm_source_interval(struct lcm_source_interval *out,
                         const lcm_point *point,
                         const struct lcm_limits *limits, bool least,
                         bool coded) {
#define BETWEEN(low, high)                                                     \
  { low, high }
  static const double ALL[LCM_ERROR_COUNT][2][2] = {
#define LCM_ERROR(name, word, source, code) {source, code},
#include "model/results/errors.def"
#undef LCM_ERROR
  };
#undef BETWEEN
  const double part = sourced(limits);
  double squares[2] = {0, 0};
  *out = (struct lcm_source_interval){.low = point->time, .high = point->time};
  for (size_t i = 0; i < limits->n_sums; i++) {
    const enum lcm_limit limit = limits->sums[i].by.limit;
    const enum lcm_error kind = class_of(limit);
    if (kind < LCM_ERROR_COUNT)
      out->shares[kind] += limits->sums[i].share * (waits(limit) ? part : 1);
  }
  for (size_t c = 0; c < LCM_ERROR_COUNT; c++) {
    squares[0] += pow(out->shares[c] * (1 / ALL[c][coded][0] - 1), 2);
    squares[1] += pow(out->shares[c] * (ALL[c][coded][1] - 1), 2);
  }
  const double down = hypot(point->time - point->time / (1 + sqrt(squares[0])),
                            point->time - point->low);
  out->low = fmax(0, point->time - down);
  out->high = least ? INFINITY
                    : point->time + hypot(point->time * sqrt(squares[1]),
                                          point->high - point->time);
  return sqrt(squares[1]) > WORTH && point->time > 0;
}
