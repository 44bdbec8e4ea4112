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

/* A loop around a fragment. */
struct lcm_moves_loop {
  const lcm_iteration *range; /* of its index; NULL: not known */
  const lcm_expr *count;      /* its iterations */
};

/* The traffic of one execution of a fragment, as the mean over all of them.
 * What is touched again in an iteration of a loop may depend on its index and
 * on those around it. */
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
  const struct lcm_moves_loop *loops; /* "n_loops", the outermost first */
  size_t n_loops;
};

/* Called for a fragment with its traffic. */
typedef void (*lcm_traffic_fn)(const lcm_node *node,
                               const struct lcm_moves *traffic, void *user);

/* Call "fn" for each fragment at and below "body", the body of a function of
 * "program" (NULL: one that calls nothing). */
void lcm_traffic_find(lcm_ctx *ctx, const lcm_program *program,
                      const lcm_node *body, lcm_traffic_fn fn, void *user);

/* How heavy, as lcm_expr_weight counts, expressions become by parts: in nests
 * each loop would multiply them, and predictions evaluate them in each round.
 * The middle of the range stands for heavier ones. */
enum { LCM_TRAFFIC_WEIGHT = 4 };

/* Return of how many parts, "most" or fewer, what "e" is in each is to be added
 * up, so that the sum does not become too heavy. */
int lcm_traffic_parts(const lcm_expr *e, int most);

/* Put the middle of part number part[0] of part[1] of the values of the index
 * of "range" into "*middle", and how many there are in it into "*width".  Parts
 * grow by factors, because what is touched again often grows as the index or
 * falls with it. */
void lcm_traffic_part(const lcm_expr **middle, const lcm_expr **width,
                      lcm_ctx *ctx, const lcm_iteration *range,
                      const int part[2]);

/* Return the sum of "e", which speaks of indices of the loops around the
 * fragment of "moves", over the iterations of these from number "from" up to,
 * not including, number "to"; NULL where "e" is or that is not known. */
const lcm_expr *lcm_traffic_over(lcm_ctx *ctx, const struct lcm_moves *moves,
                                 const lcm_expr *e, size_t from, size_t to);
