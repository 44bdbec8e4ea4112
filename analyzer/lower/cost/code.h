/* What loops of the source cost by the code that a compiler made of them. */
#pragma once

#include "analyzer/lower/state/lowering.h"
#include "incore/incore.h"

/* A loop that was looked for in the code. */
struct lcm_code_loop {
  unsigned begin; /* its offset in the file */
  unsigned line;
  const char *why; /* why its cost is not known; NULL: it is */
  struct lcm_incore_cost cost;
};

/* The code of a file. */
struct lcm_lowered_code {
  const struct lcm_incore *code;
  const char *real; /* the file, as realpath gives it */
  lcm_map found;    /* from a loop to its number in "loops" */
  LCM_LIST(struct lcm_code_loop) loops;
};

/* Return what the loop "loop" costs by its code, NULL where it is not an
 * innermost one or that is not known. */
const struct lcm_code_loop *lcm_code_of(struct lcm_lowering *l,
                                        const lcm_ast *loop);

/* Return the same of the loop that the statements from "first" to "last" are
 * the whole body of. */
const struct lcm_code_loop *lcm_code_around(struct lcm_lowering *l,
                                            const lcm_ast *first,
                                            const lcm_ast *last);

/* Return "loop" in words: how many iterations at once, cycles, what binds. */
const char *lcm_code_text(lcm_ctx *ctx, const struct lcm_code_loop *loop);

/* Say which loops of the file have costs by their code, and which not. */
void lcm_code_note(struct lcm_lowering *l);
