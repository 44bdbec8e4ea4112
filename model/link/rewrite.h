/* A program with something else in the place of names. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/structure/structure.h"

/* Further parameters of a function, or what calls pass for them: names. */
struct lcm_further {
  LCM_LIST(const char *) names;
};

/* What is put into a program. */
struct lcm_rewriting {
  /* what stands for names in every expression, "n" of them */
  const struct lcm_subst *substs;
  size_t n;
  /* nodes (const lcm_node *, as a number) that come behind others in a series,
   * by these, "n_behind" of them */
  lcm_map behind;
  /* likewise the first one of a series, by that */
  lcm_map front;
  size_t n_behind; /* how many of both there are, and of those below */
  /* struct lcm_further *, as a number: by the key of a function its further
   * parameters, by a call what it passes for them */
  lcm_map params;
  lcm_map passed;
};

/* Return "program" with what "what" says put into its functions; "program"
 * where that is nothing.  Nodes are copies, with the numbers that they had, but
 * those of functions with nodes behind others. */
const lcm_program *lcm_program_rewrite(lcm_ctx *ctx, const lcm_program *program,
                                       const struct lcm_rewriting *what);
