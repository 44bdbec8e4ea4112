/* What code moves through a memory hierarchy, by the rule of
 * docs/reference/machine.md: the first touch of a byte comes from memory, every
 * other one from the innermost level that holds what was touched since. */
#pragma once

#include "model/structure/structure.h"

/* The bytes of a set of data, by who touches them; NULL: none. */
struct lcm_set {
  const lcm_expr *common;  /* all members touch the same */
  const lcm_expr *own;     /* each member has its own */
  const lcm_expr *divided; /* of all members together, each having its part */
  bool known;              /* false: it may be any number */
};

/* Bytes that one execution touches again, what was touched since being
 * "set". */
struct lcm_reuse {
  const lcm_expr *bytes;
  struct lcm_set set;
};

/* The traffic of one execution of a fragment, as the mean over all of them. */
struct lcm_moves {
  /* bytes that it touches, repeated touches too; NULL: none */
  const lcm_expr *all;
  /* those of "all" that are touched for the first time */
  const lcm_expr *first;
  const struct lcm_reuse *again; /* the others, "n" kinds of them */
  size_t n;
  /* what lines have beside those bytes, "n_lines" kinds: touched again, too */
  const struct lcm_reuse *lines;
  size_t n_lines;
  /* how often it is executed in the loops around it; NULL: not known */
  const lcm_expr *runs;
};

/* Called for a fragment with its traffic. */
typedef void (*lcm_traffic_fn)(const lcm_node *node,
                               const struct lcm_moves *traffic, void *user);

/* Call "fn" for each fragment at and below "body", the body of a function of
 * "program" (NULL: one that calls nothing). */
void lcm_traffic_find(lcm_ctx *ctx, const lcm_program *program,
                      const lcm_node *body, lcm_traffic_fn fn, void *user);
