/* Counts functions that call themselves, by closed forms or for given
 * values. */
#include <math.h>

#include "composer/count/graph.h"
#include "composer/count/guard.h"
#include "composer/count/notes.h"
#include "composer/count/self.h"
#include "composer/count/self_read.h"
#include "composer/count/self_solve.h"

/* Return what is known of "function", which calls itself, found out once; NULL
 * while that is being found out. */
static struct lcm_cost_recursion *recursion_of(struct lcm_cost_walk *walk,
                                               const lcm_function *function) {
  size_t found = 0;
  if (lcm_map_get(&walk->store->recursions, function, &found)) {
    struct lcm_cost_recursion *r =
        (struct lcm_cost_recursion *)(uintptr_t)found;
    return r->busy ? NULL : r;
  }
  struct lcm_cost_recursion *r =
      LCM_NEW(lcm_ctx_arena(walk->ctx), struct lcm_cost_recursion);
  lcm_map_put(lcm_ctx_arena(walk->ctx), &walk->store->recursions, function,
              (size_t)(uintptr_t)r);
  r->function = function;
  r->busy = true;
  lcm_cost_read_cases(r, walk);
  if (!r->reason)
    lcm_cost_solve(r, walk->ctx);
  r->busy = false;
  return r;
}

static void leave_out(struct lcm_cost_walk *walk, const lcm_node *node,
                      const lcm_function *callee, const char *reason) {
  lcm_cost_note(walk, node,
                lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                 "%s() calls itself: the inner call is not "
                                 "counted%s%s",
                                 callee->name, reason ? ", " : "",
                                 reason ? reason : ""));
}

/* Put the values of the parameters of "callee", which stand for "args", into
 * "out", NaN where they have none. */
static void values_of(double *out, const struct lcm_cost_walk *walk,
                      const lcm_function *callee, const lcm_expr *const *args) {
  for (size_t i = 0; i < callee->n_params; i++)
    if (!args[i] ||
        !lcm_cost_value(&out[i], walk->ctx, args[i], walk->store->grid))
      out[i] = NAN;
}

static const lcm_expr *number(lcm_ctx *ctx, double value) {
  return value == floor(value) && fabs(value) < 9e15
             ? lcm_expr_int(ctx, (long long)value)
             : lcm_expr_real(ctx, value);
}

/* Return the closed form "closed" of "r" with "args" for the parameters; NULL
 * where one that it speaks of is not known. */
static const lcm_expr *put_arguments(const struct lcm_cost_walk *walk,
                                     const struct lcm_cost_recursion *r,
                                     const lcm_expr *closed,
                                     const lcm_expr *const *args) {
  const lcm_function *f = r->function;
  struct lcm_subst *substs = LCM_NEW_ARRAY(lcm_ctx_arena(walk->ctx),
                                           struct lcm_subst, f->n_params + 1);
  size_t n = 0;
  for (size_t i = 0; closed && i < f->n_params; i++) {
    if (args[i])
      substs[n++] = (struct lcm_subst){f->params[i], args[i]};
    else if (lcm_expr_has(closed, f->params[i]))
      return NULL;
  }
  return closed ? lcm_expr_subst(walk->ctx, closed, substs, n) : NULL;
}

/* Count "amount" of "kind". */
static void add(struct lcm_cost_walk *walk, int kind, const lcm_expr *amount) {
  const struct lcm_cost_event event = {walk->nest, kind, amount};
  if (!lcm_expr_is_int(amount, 0))
    LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->events, event);
}

/* Note what is not quite known of the inner calls of "r" at "node"; "about":
 * what is counted is an estimate, "bytes": they touch some. */
static void doubt(struct lcm_cost_walk *walk, const lcm_node *node,
                  const struct lcm_cost_recursion *r, bool about, bool bytes) {
  const char *name = r->function->name;
  lcm_cost_doubt(walk, about || r->doubtful, bytes);
  if (about)
    lcm_cost_remark(walk, node,
                    lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                     "%s() calls itself: the count is exact "
                                     "where %s, L being the levels of calls",
                                     name, r->holds));
  if (bytes)
    lcm_cost_remark(walk, node,
                    lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                     "%s() calls itself: each call is taken to "
                                     "touch other bytes",
                                     name));
}

/* Count by closed forms; false where there are none for "args". */
static bool by_forms(struct lcm_cost_walk *walk, const lcm_node *node,
                     const struct lcm_cost_recursion *r,
                     const lcm_expr *const *args) {
  const lcm_expr *amounts[LCM_COST_KINDS];
  for (int k = 0; k < LCM_COST_KINDS; k++) {
    amounts[k] = put_arguments(walk, r, r->closed[k], args);
    if (!amounts[k])
      return false;
  }
  for (int k = 0; k < LCM_COST_KINDS; k++)
    add(walk, k, amounts[k]);
  doubt(walk, node, r, r->holds != NULL,
        !lcm_expr_is_int(amounts[LCM_COST_BYTES], 0));
  return true;
}

/* Return whether those of "args" that matter to "r" are numbers. */
static bool are_numbers(const struct lcm_cost_recursion *r,
                        const lcm_expr *const *args) {
  double value = 0;
  for (size_t i = 0; i < r->function->n_params; i++)
    if (r->matters[i] && !(args[i] && lcm_expr_is_number(args[i], &value)))
      return false;
  return true;
}

/* Count by evaluation; return why that is not possible, or NULL. */
static const char *by_values(struct lcm_cost_walk *walk, const lcm_node *node,
                             struct lcm_cost_recursion *r,
                             const lcm_expr *const *args) {
  double amounts[LCM_COST_KINDS] = {0};
  double *values = LCM_NEW_ARRAY(lcm_ctx_arena(walk->ctx), double,
                                 r->function->n_params + 1);
  values_of(values, walk, r->function, args);
  for (size_t i = 0; i < r->function->n_params; i++)
    if (r->matters[i] && isnan(values[i]))
      return lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                              "%s has no value, which -D may give%s%s",
                              r->function->params[i],
                              r->why ? ", and there is no closed form: " : "",
                              r->why ? r->why : "");
  const char *reason =
      lcm_cost_evaluate(amounts, r, walk->ctx, walk->store->grid, values);
  if (reason)
    return reason;
  for (int k = 0; k < LCM_COST_KINDS; k++)
    add(walk, k, number(walk->ctx, amounts[k]));
  if (!are_numbers(r, args))
    lcm_cost_remark(walk, node,
                    lcm_arena_printf(
                        lcm_ctx_arena(walk->ctx),
                        "%s() calls itself: counted for the given values, %s%s",
                        r->function->name,
                        r->holds ? "the closed form is exact only where "
                                 : "there is no closed form: ",
                        r->holds ? r->holds
                        : r->why ? r->why
                                 : ""));
  doubt(walk, node, r, false, amounts[LCM_COST_BYTES] != 0);
  return NULL;
}

void lcm_cost_repeat(struct lcm_cost_walk *walk, const lcm_node *node,
                     const lcm_function *callee, const lcm_expr *const *args) {
  if (lcm_cost_again(walk, callee, args))
    return;
  struct lcm_cost_recursion *r = recursion_of(walk, callee);
  if (!r || r->reason) {
    leave_out(walk, node, callee, r ? r->reason : NULL);
    return;
  }
  if (!r->holds && by_forms(walk, node, r, args))
    return;
  const char *reason = by_values(walk, node, r, args);
  if (reason && (!r->holds || !by_forms(walk, node, r, args)))
    leave_out(walk, node, callee, reason);
}

const lcm_expr *lcm_cost_closed(struct lcm_cost_walk *walk,
                                const lcm_function *function, int kind) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  if (!lcm_cost_circle_of(walk, function)->size)
    return NULL;
  const struct lcm_cost_recursion *r = recursion_of(walk, function);
  if (!r || r->reason || r->holds || !r->closed[kind])
    return NULL;
  for (size_t i = 0; i < r->cases.n; i++) {
    const struct lcm_cost_case *one = &r->cases.at[i];
    const lcm_expr *when = NULL;
    for (size_t k = 0; k < one->n_guards; k++) {
      const lcm_expr *cond =
          one->guards[k].holds
              ? one->guards[k].cond
              : lcm_expr_apply(ctx, LCM_X_NOT, one->guards[k].cond);
      when = when ? lcm_expr_binary(ctx, LCM_X_AND, when, cond) : cond;
    }
    sum = lcm_expr_add(
        ctx, sum,
        lcm_cost_guarded(ctx, when,
                         one->calls.n ? r->closed[kind] : one->of[kind]));
  }
  return sum;
}
