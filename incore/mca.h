/* Cycles of loops, by llvm-mca. */
#pragma once

#include "incore/types.h"

/* How llvm-mca is run. */
struct lcm_mca {
  const char *path;
  const char *processor; /* NULL: that of this machine */
  unsigned seconds;      /* limit of a run */
};

/* Have "mca" say how many cycles an iteration of each of "loops" takes, and put
 * that into them; false where it said nothing at all.  "*host": it knows
 * nothing of "mca->processor", that of this machine was taken. */
bool lcm_mca_run(lcm_asm_loop_list *loops, bool *host, lcm_ctx *ctx,
                 const struct lcm_mca *mca);
