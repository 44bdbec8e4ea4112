/* How often nodes are executed: what the engine and closed forms count. */
#pragma once

#include "base/map.h"
#include "model/expr/expr.h"

/* Nodes whose executions are counted.
 * nodes  1 + the number of each
 * n      how many they are
 * each   the coefficient, 1, that stands for one execution of each
 * slot   the resource to which closed forms add these */
struct lcm_visits {
  lcm_map nodes;
  size_t n;
  const lcm_expr *const *each;
  const char *slot;
};
