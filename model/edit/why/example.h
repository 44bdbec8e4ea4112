/* Two iterations of a loop that depend on each other. */
#pragma once

#include "model/edit/depend/accesses.h"
#include "model/sections/sections.h"

/* Iterations of a loop between which a dependence is. */
struct lcm_why_example {
  bool found;
  const struct lcm_edit_access *sides[2]; /* the earlier one first */
  long long rounds[2];                    /* values of the index */
  const char *element;                    /* where they meet: "a[3]" */
  const char *with;                       /* values of names: " (with n = 3)" */
};

/* Look for iterations of "loop" in which "a" and "b" touch the same element. */
void lcm_why_example(struct lcm_why_example *out, lcm_ctx *ctx,
                     const lcm_node *loop, const struct lcm_edit_access *a,
                     const struct lcm_edit_access *b);

/* Return whether no iteration of "loop" touches with "a" what it touches with
 * "b". */
bool lcm_why_apart(lcm_ctx *ctx, const lcm_node *loop,
                   const struct lcm_edit_access *a,
                   const struct lcm_edit_access *b);
