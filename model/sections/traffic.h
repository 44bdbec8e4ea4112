/* What code moves through a memory hierarchy, by the rule of
 * docs/reference/machine.md: the first touch of a byte comes from memory, every
 * other one from the innermost level that holds what was touched since. */
#pragma once

#include "model/structure/structure.h"

/* The bytes of a set of data, by who touches them; NULL: none.
 * common   all members touch the same
 * own      each member has its own
 * divided  of all members together, each having its part
 * known    false: it may be any number */
struct lcm_set {
  const lcm_expr *common;
  const lcm_expr *own;
  const lcm_expr *divided;
  bool known;
};

/* Bytes that one execution touches again, what was touched since being
 * "set". */
struct lcm_reuse {
  const lcm_expr *bytes;
  struct lcm_set set;
};

/* The traffic of one execution of a fragment, as the mean over all of them.
 * all      bytes that it touches, repeated touches too; NULL: none
 * first    those of "all" that are touched for the first time
 * again    the others, "n" kinds of them
 * runs     how often it is executed in the loops around it; NULL: not known */
struct lcm_moves {
  const lcm_expr *all;
  const lcm_expr *first;
  const struct lcm_reuse *again;
  size_t n;
  const lcm_expr *runs;
};

/* Called for a fragment with its traffic. */
typedef void (*lcm_traffic_fn)(const lcm_node *node,
                               const struct lcm_moves *traffic, void *user);

/* Call "fn" for each fragment at and below "body", the body of a function of
 * "program" (NULL: one that calls nothing). */
void lcm_traffic_find(lcm_ctx *ctx, const lcm_program *program,
                      const lcm_node *body, lcm_traffic_fn fn, void *user);
