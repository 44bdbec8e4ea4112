/* What fragments of a program compute in a run, by the source. */
#pragma once

#include "model/structure/structure.h"

/* What the source says of one fragment. */
struct lcm_work {
  const char *place; /* "FILE:FUNCTION/KIND#N", "FILE:FUNCTION", "": the run */
  /* operations of all its executions in a run, over the variables; NULL: it
   * has no closed form */
  const lcm_expr *expr;
};

/* Put what each of the "n" fragments at "works" computes in a run of "program",
 * which has an entry, into it: with what it calls, without those of the others
 * that lie in it; of the whole run everything.  Variables are the names of
 * "grid".  Return why there is nothing, NULL where there is something. */
const char *lcm_program_work(struct lcm_work *works, size_t n, lcm_ctx *ctx,
                             const lcm_program *program, const lcm_grid *grid);
