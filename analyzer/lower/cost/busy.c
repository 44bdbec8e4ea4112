/* The share of the time of a fragment that its operations need if none waits
 * for another. */
#include "analyzer/lower/cost/busy.h"

#include "analyzer/lower/control/node.h"

/* What names are taken to be, and operations that evaluating may take. */
enum { SIZE = 1000, STEPS = 100000 };

/* Put the value of "e", whose names are all of some size, into "*out"; false
 * where it has none. */
static bool value_of(double *out, lcm_ctx *ctx, const lcm_expr *e) {
  const char *const *names = NULL;
  unsigned long long steps = STEPS;
  e = lcm_expr_even(ctx, e, NULL, 0);
  const size_t n = e ? lcm_expr_names(&names, ctx, e) : 0;
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + 1);
  for (size_t i = 0; i < n; i++)
    env[i] = (lcm_binding){names[i], SIZE};
  return e && !lcm_expr_eval_within(out, e, env, n, &steps);
}

void lcm_busy_note(struct lcm_lowering *l, lcm_node *node, const char *name,
                   const lcm_expr *all, const lcm_expr *busy) {
  double whole = 0;
  double part = 0;
  if (!all || !busy || all == busy || !value_of(&whole, l->ctx, all) ||
      !value_of(&part, l->ctx, busy) || !(part > 0) || !(part < whole))
    return;
  lcm_lower_attribute(
      l, node, name,
      lcm_arena_printf(lcm_ctx_arena(l->ctx), "%.3g", part / whole));
}
