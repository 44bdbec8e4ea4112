/* What fragments move through the memory hierarchy, by the rule of
 * docs/machine.md: the first touch of a byte comes from memory, every other one
 * from the innermost level that holds what was touched since. */
#ifndef LCM_COMPOSER_TRAFFIC_INTERNAL_H
#define LCM_COMPOSER_TRAFFIC_INTERNAL_H

#include "composer/engine_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * again    the others, "n" kinds of them */
struct lcm_traffic {
  const lcm_expr *all;
  const lcm_expr *first;
  const struct lcm_reuse *again;
  size_t n;
};

/* Return the traffic of the fragment "node"; everything is a first touch where
 * the machine of "run" has no caches. */
const struct lcm_traffic *lcm_run_traffic(struct lcm_run *run,
                                          const lcm_node *node);

#ifdef __cplusplus
}
#endif

#endif
