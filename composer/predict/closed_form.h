/* The closed form of a program, compiled. */
#pragma once

#include "model/expr/expr.h"

struct lcm_closed_form {
  /* the expressions; span NULL: it has none */
  const lcm_expr *time;
  const lcm_expr *span;
  /* the resources that are demanded in it */
  const char *const *demands;
  size_t n_demands;
  /* what the tapes are functions of */
  const char *const *names;
  size_t n_names;
  /* "n_out" results: time, categories, demands, span (0 without one), and the
   * least of what must not be negative */
  lcm_tape *tape;
  size_t n_out;
  /* the time alone */
  lcm_tape *time_tape;
  /* how many nodes without a cost and assumptions can be met */
  size_t n_unknown;
  size_t n_assumes;
};
