/* Which loop of the code a loop of the source became, and what it costs. */
#pragma once

#include "incore/read.h"

/* An innermost loop of the source. */
struct lcm_incore_source {
  const char *file; /* as realpath gives it */
  unsigned first;   /* its lines */
  unsigned last;
  /* by how many bytes what it touches moves from one iteration to the next,
   * each once, as far as that is known and not 0 */
  const long long *strides;
  size_t n_strides;
  /* of one iteration; 0: none, or not known */
  double flops;
  double stores; /* bytes of them that move */
  double step;   /* of its index; 0: not known */
  double trips;  /* its iterations; 0: not known */
};

/* What a loop costs. */
struct lcm_incore_cost {
  double cycles; /* of an iteration of the source, many of them being made */
  /* iterations of the source that one of the code makes */
  double at_once;
  double rest; /* cycles of one of those that are left over; 0: not known */
  /* cycles of an iteration that needs nothing of the one before, and the
   * operations of the core that it has */
  double unhindered;
  double operations;
  /* cycles of an iteration whose divisions are done at once, and these */
  double undivided;
  double undivided_unhindered; /* and that needs nothing of the one before */
  struct lcm_asm_divisions divisions;
  /* how often a value that it keeps in memory, and a whole number, waits for
   * having been stored, and the cycles from load to store */
  double kept;
  double kept_whole;
  double kept_cycles;
  enum lcm_incore_bound bound;
  bool branches; /* as if all of it were executed */
  bool ways;     /* each way through it as often as its jumps say */
  bool calls;    /* without what it calls */
};

/* Put what the loop "source" costs by "code" into "*out"; return why that is
 * not known, or NULL. */
const char *lcm_incore_match(struct lcm_incore_cost *out, lcm_ctx *ctx,
                             const struct lcm_incore *code,
                             const struct lcm_incore_source *source);

/* Return the word for what binds. */
const char *lcm_incore_bound_word(enum lcm_incore_bound bound);
