/* How often nodes are executed: what the engine and closed forms count. */
#pragma once

#include "base/map.h"
#include "model/expr/expr.h"

/* Nodes whose executions are counted. */
struct lcm_visits {
  lcm_map nodes; /* 1 + the number of each */
  size_t n;      /* how many they are */
  /* the coefficient, 1, that stands for one execution of each */
  const lcm_expr *const *each;
  const char *slot; /* the resource to which closed forms add these */
  /* what counts is not the execution but the operations of it, in closed forms
   * alone */
  bool operations;
};
