/* What names are bound to while numbers are computed, and how expressions with
 * sums are evaluated in closed form there. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/expr/expr.h"

/* Names and values, the innermost last. */
typedef struct lcm_env {
  lcm_binding *at;
  size_t n;
  size_t cap;
} lcm_env;

/* What an expression with sums is where its names are whole numbers. */
struct lcm_closed_sum {
  const lcm_expr *closed;
  const char *const *names;
  size_t n;
};

/* Expressions whose sums were closed. */
struct lcm_closed_sums {
  /* by expression: 1 + its index in "all"; 0: it has no sums */
  lcm_map index;
  LCM_LIST(struct lcm_closed_sum) all;
};

/* Bind "name" to "value" on top of what is bound in "env". */
void lcm_env_bind(lcm_ctx *ctx, lcm_env *env, const char *name, double value);

/* Put the value of "name" in "env" into "*value"; false where it has none. */
bool lcm_env_find(double *value, const lcm_env *env, const char *name);

/* Return the first free name of "e" (may be NULL) that "env" does not bind, or
 * NULL. */
const char *lcm_env_missing(lcm_ctx *ctx, const lcm_env *env,
                            const lcm_expr *e);

/* Return what is to be evaluated for "e" in "env": its sums in closed form
 * where all of its names are whole; "sums" remembers them. */
const lcm_expr *lcm_env_close(lcm_ctx *ctx, struct lcm_closed_sums *sums,
                              const lcm_env *env, const lcm_expr *e);
