/* What the pointers to functions of a program may hold. */
#pragma once

#include "model/link/cycles.h"

/* What the pointers to functions of a program may hold. */
typedef struct lcm_holdings lcm_holdings;

/* What a pointer may hold: the functions with the "n" keys "functions", sorted.
 */
struct lcm_pointees {
  const char *const *functions;
  size_t n;
  /* "which 'dlsym' may return": nobody knows what else; NULL: nothing */
  const char *unknown;
  /* there are none, but something that the program lacks may set it */
  bool open;
};

/* Find what the pointers of "program" may hold, "calls" being those of its
 * functions; "whole": its run begins in main, so that what nothing calls never
 * runs. */
lcm_holdings *lcm_holdings_find(lcm_ctx *ctx, const lcm_program *program,
                                const lcm_node_refs *calls, bool whole);

/* Return what the pointer "name" (interned) may hold. */
struct lcm_pointees lcm_holdings_of(const lcm_holdings *holdings,
                                    const char *name);
