/* What is known of nodes without values: the names in them. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/structure/structure.h"

/* What is known of a node without values. */
struct lcm_bound_traits {
  /* free in it and below, without those of the program, "n" of them */
  const char **names;
  size_t n;
  /* names that LET nodes outside calls set, "n_lets" of them */
  const char **lets;
  size_t n_lets;
  /* for a loop: the name that one iteration leaves to the next, or NULL */
  const char *carried;
  bool sync; /* it contains signals or waits */
};

/* Traits of the nodes of a program, found when they are first asked for, and
 * expressions with means for draws. */
struct lcm_bound_table {
  lcm_ctx *ctx;
  const lcm_program *program;
  lcm_map at;
  LCM_LIST(struct lcm_bound_traits *) all;
  lcm_map functions;
  lcm_map mean_at;
  LCM_LIST(const lcm_expr *) means;
};

/* Return the traits of "node". */
const struct lcm_bound_traits *
lcm_bound_traits_of(struct lcm_bound_table *table, const lcm_node *node);

/* Return whether "traits" have the name "name" (interned). */
bool lcm_bound_names(const struct lcm_bound_traits *traits, const char *name);

/* Return the function that the call "node" calls, or NULL. */
const lcm_function *lcm_bound_callee(struct lcm_bound_table *table,
                                     const lcm_node *node);
