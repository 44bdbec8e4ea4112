/* What sets the time of the parts of a program, and of the whole. */
#pragma once

#include "model/structure/structure.h"

/* What sets a time: LCM_LIMIT_<NAME> for each row of limits.def. */
enum lcm_limit {
#define LCM_LIMIT(name, text, what) LCM_LIMIT_##name,
#include "model/results/limits.def"
#undef LCM_LIMIT
  LCM_LIMIT_COUNT
};

/* Classes of errors of predictions from source: LCM_ERROR_<NAME> for each row
 * of errors.def. */
enum lcm_error {
#define LCM_ERROR(name, word, source, code) LCM_ERROR_##name,
#include "model/results/errors.def"
#undef LCM_ERROR
  LCM_ERROR_COUNT
};

/* Between what nine of ten programs lie that were predicted from source. */
struct lcm_source_interval {
  double low;
  double high;                    /* infinity where the time is a least one */
  double shares[LCM_ERROR_COUNT]; /* of the time, by class of errors */
};

/* A limit; the level of memory that it is of, NULL where it is of none. */
struct lcm_limited_by {
  enum lcm_limit limit;
  const char *level;
};

/* A level of memory as fragments use it: bytes a second of one core alone, and
 * of one of those that move at the same time. */
struct lcm_roof {
  const char *name;
  double alone;
  double shared;
};

/* A part of the program: a node, in all its executions that set the end of the
 * run. */
struct lcm_limit_part {
  const lcm_node *node;
  const lcm_function *function;
  double visits;
  double time; /* seconds, without those of the parts below it */
  double share;
  struct lcm_limited_by by;
  double gain; /* of its time, if "by" took nothing */
  /* what sets the rest then; "by" again where nothing else is known */
  struct lcm_limited_by next;
  /* of all visits: weighed operations and bytes of each of the roofs, of
   * fragments without a model; flops < 0: not known */
  double flops;
  const double *bytes;
  double busy; /* seconds of all visits, to which these belong */
  size_t roof; /* number of the one that takes longest; n_roofs: none */
};

/* How much of the time something sets. */
struct lcm_limit_sum {
  struct lcm_limited_by by;
  double time;
  double share;
};

/* What sets the time at one point, each loop being a part. */
struct lcm_limits {
  double time; /* part by part; that of the point as far as that is the same */
  const struct lcm_limit_part *parts; /* those that take most first */
  size_t n_parts;
  const struct lcm_limit_sum *sums; /* of the whole, most first */
  size_t n_sums;
  const struct lcm_roof *roofs; /* from the innermost on */
  size_t n_roofs;
  double peak;   /* weighed operations a second of one core; 0: not known */
  double movers; /* cores that move bytes at the same time, at most */
};

/* Return "by" in words: "L3 bandwidth". */
const char *lcm_limited_text(lcm_ctx *ctx, struct lcm_limited_by by);
