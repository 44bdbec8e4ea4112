/* Reads the cases of a function that calls itself, its conditions decided
 * one way and the other. */
#include <string.h>

#include "composer/count/bytes.h"
#include "composer/count/rows.h"
#include "composer/count/self_read.h"

/* Cases of a function that are told apart. */
enum { MOST_CASES = 16 };

/* Return whether "e" speaks of an index of a loop around. */
static bool has_index(const struct lcm_cost_walk *walk, const lcm_expr *e) {
  for (size_t i = 0; i < walk->nest->n; i++)
    if (walk->nest->at[i].nesting.index &&
        lcm_expr_has(e, walk->nest->at[i].nesting.index))
      return true;
  return false;
}

/* Return whether "cond" holds in the present case. */
static bool decide(struct lcm_cost_deciding *d, const lcm_expr *cond) {
  double value = 0;
  if (lcm_expr_is_number(cond, &value))
    return value != 0;
  for (size_t i = 0; i < d->at; i++)
    if (d->guards[i].cond == cond)
      return d->guards[i].holds;
  if (d->at == d->n && d->n < LCM_COST_GUARDS)
    d->guards[d->n++] = (struct lcm_guard_of){cond, true};
  if (d->at == d->n) {
    d->reason = "it has too many conditions";
    return true;
  }
  return d->guards[d->at++].holds;
}

bool lcm_cost_decide(const lcm_node **taken, struct lcm_cost_walk *walk,
                     const lcm_node *node) {
  const lcm_expr *const *conditions = node->u.branch.conditions;
  if (!walk->deciding || node->u.branch.probabilities || !conditions)
    return false;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *cond = lcm_cost_resolve(walk, conditions[i]);
    if (cond && has_index(walk, cond))
      return false;
  }
  *taken = NULL;
  for (size_t i = 0; i < node->n_children && !*taken; i++) {
    const lcm_expr *cond = lcm_cost_resolve(walk, conditions[i]);
    if (!cond || decide(walk->deciding, cond))
      *taken = node->children[i];
  }
  return true;
}

bool lcm_cost_again(struct lcm_cost_walk *walk, const lcm_function *callee,
                    const lcm_expr *const *args) {
  struct lcm_cost_deciding *d = walk->deciding;
  if (!d || d->function != callee)
    return false;
  for (size_t i = 0; i < callee->n_params; i++)
    if (args[i] && has_index(walk, args[i]))
      d->reason = "the arguments of an inner call depend on the index of a "
                  "loop";
  const struct lcm_cost_again again = {lcm_cost_runs(walk), args};
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &d->now.calls, again);
  return true;
}

/* Return "e" as it is where the guards of "one" hold: without the choices that
 * they decide. */
static const lcm_expr *decided(lcm_ctx *ctx, const struct lcm_cost_case *one,
                               const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_IF) {
    for (size_t i = 0; i < one->n_guards; i++)
      if (one->guards[i].cond == lcm_expr_arg(e, 0))
        return decided(ctx, one, lcm_expr_arg(e, one->guards[i].holds ? 1 : 2));
    return e;
  }
  if (kind != LCM_X_SUM_OF && kind != LCM_X_MUL_OF)
    return e;
  const size_t n = lcm_expr_arity(e);
  const lcm_expr **parts =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n);
  for (size_t i = 0; i < n; i++)
    parts[i] = lcm_expr_arg(e, i);
  const lcm_expr *factor =
      kind == LCM_X_MUL_OF
          ? lcm_expr_div(ctx, e, lcm_expr_nary(ctx, kind, parts, n))
          : lcm_expr_int(ctx, 1);
  for (size_t i = 0; i < n; i++)
    parts[i] = decided(ctx, one, parts[i]);
  return lcm_expr_mul(ctx, factor, lcm_expr_nary(ctx, kind, parts, n));
}

/* Return a walk through the function of "r" for "d". */
static struct lcm_cost_walk begin(const struct lcm_cost_walk *walk,
                                  const struct lcm_cost_recursion *r,
                                  struct lcm_cost_deciding *d,
                                  struct lcm_cost_active *active) {
  *active = (struct lcm_cost_active){r->function, NULL};
  return (struct lcm_cost_walk){.ctx = walk->ctx,
                                .program = walk->program,
                                .visit = walk->visit,
                                .store = walk->store,
                                .function = r->function,
                                .active = active,
                                .nest = &walk->store->root,
                                .deciding = d,
                                .inside = 1};
}

/* Go through the function of "r" as "d" says and add the case. */
static void add_case(struct lcm_cost_recursion *r,
                     const struct lcm_cost_walk *walk,
                     struct lcm_cost_deciding *d) {
  lcm_arena *arena = lcm_ctx_arena(walk->ctx);
  struct lcm_cost_active active;
  struct lcm_cost_bound bound;
  struct lcm_cost_walk own = begin(walk, r, d, &active);
  d->at = 0;
  memset(&d->now, 0, sizeof d->now);
  own.visit(&own, r->function->body);
  struct lcm_guard_of *guards =
      LCM_NEW_ARRAY(arena, struct lcm_guard_of, d->at + 1);
  memcpy(guards, d->guards, d->at * sizeof *guards);
  d->now.guards = guards;
  d->now.n_guards = d->at;
  for (int k = 0; k < LCM_COST_KINDS; k++)
    d->now.of[k] =
        decided(walk->ctx, &d->now, lcm_cost_sum_events(&own, k, 0, 0));
  d->now.of[LCM_COST_BYTES] = lcm_expr_add(
      walk->ctx, d->now.of[LCM_COST_BYTES],
      lcm_cost_bytes(&bound, walk->store, own.touches.at, own.touches.n, 0, 0));
  r->doubtful = r->doubtful || own.about;
  if (own.n_visited > LCM_COST_VISITS)
    d->reason = "it leads to too much";
  LCM_LIST_ADD(arena, &r->cases, d->now);
}

void lcm_cost_read_cases(struct lcm_cost_recursion *r,
                         const struct lcm_cost_walk *walk) {
  struct lcm_cost_deciding d = {.function = r->function};
  do {
    add_case(r, walk, &d);
    d.n = d.at;
    while (d.n && !d.guards[d.n - 1].holds)
      d.n--;
    if (d.n)
      d.guards[d.n - 1].holds = false;
    if (r->cases.n >= MOST_CASES)
      d.reason = "it has too many cases";
  } while (d.n && !d.reason);
  r->reason = d.reason;
}
