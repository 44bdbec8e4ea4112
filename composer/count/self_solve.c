/* Solves the recurrences of a count, or evaluates them. */
#include <math.h>

#include "composer/count/self_read.h"
#include "composer/count/self_solve.h"

/* Different arguments for which a function is evaluated, and how deeply. */
enum { MOST_VALUES = 100000, DEEPEST = 2000 };

/* ---- closed forms ---------------------------------------------------------
 */

/* Return "e" with quotients that are rounded down as they are where nothing is
 * left of them. */
static const lcm_expr *smooth(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_FLOOR || kind == LCM_X_CEIL)
    return smooth(ctx, lcm_expr_arg(e, 0));
  if (kind == LCM_X_DIV)
    return lcm_expr_div(ctx, smooth(ctx, lcm_expr_arg(e, 0)),
                        smooth(ctx, lcm_expr_arg(e, 1)));
  if (kind == LCM_X_POW)
    return lcm_expr_pow(ctx, smooth(ctx, lcm_expr_arg(e, 0)),
                        lcm_expr_arg(e, 1));
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
    parts[i] = smooth(ctx, parts[i]);
  return lcm_expr_mul(ctx, factor, lcm_expr_nary(ctx, kind, parts, n));
}

/* Return whether the sizes of the calls of "r" are fractions. */
static bool divides(const struct lcm_recursion *r) {
  for (size_t i = 0; i < r->terms.n; i++)
    if (r->terms.at[i].fraction)
      return true;
  return false;
}

/* Return the arguments of "again" that matter. */
static const lcm_expr **arguments(const struct lcm_recursion *r,
                                  const struct lcm_cost_again *again) {
  const size_t n = r->function->n_params;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++)
    args[i] = r->matters[i] ? again->args[i] : NULL;
  return args;
}

/* Put the cases of "from" into "r", as recurrences of the quantity "kind"
 * (LCM_COST_KINDS: of all), in seconds for one of it. */
static void put_cases(struct lcm_recursion *r,
                      const struct lcm_cost_recursion *from, int kind) {
  lcm_ctx *ctx = r->ctx;
  const lcm_expr *second = lcm_expr_unit(ctx, lcm_measure_find("s"));
  r->cases.n = r->terms.n = 0;
  for (size_t i = 0; i < from->cases.n; i++) {
    const struct lcm_cost_case *one = &from->cases.at[i];
    const lcm_expr *work = lcm_expr_int(ctx, 0);
    for (int k = 0; k < LCM_COST_KINDS; k++)
      if (kind == LCM_COST_KINDS || k == kind)
        work = lcm_expr_add(ctx, work, lcm_expr_mul(ctx, one->of[k], second));
    for (size_t k = 0; k < one->calls.n; k++)
      work = lcm_expr_add(
          ctx, work,
          lcm_expr_mul(ctx, one->calls.at[k].times,
                       lcm_recursion_at(r, LCM_PART_WORK,
                                        arguments(r, &one->calls.at[k]))));
    struct lcm_case put = {.guards = one->guards,
                           .n_guards = one->n_guards,
                           .calls = one->calls.n > 0};
    put.parts[LCM_PART_WORK] = work;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &r->cases, put);
  }
}

/* Return whether nothing is counted as "kind" in any case of "r". */
static bool is_nothing(const struct lcm_cost_recursion *r, int kind) {
  for (size_t i = 0; i < r->cases.n; i++)
    if (!r->cases.at[i].of[kind] ||
        !lcm_expr_is_int(r->cases.at[i].of[kind], 0))
      return false;
  return true;
}

/* Find the closed form of "kind". */
static void solve(struct lcm_cost_recursion *out, struct lcm_recursion *r,
                  int kind) {
  lcm_ctx *ctx = r->ctx;
  struct lcm_recurrence found = {.function = out->function};
  if (is_nothing(out, kind)) {
    out->closed[kind] = lcm_expr_int(ctx, 0);
    return;
  }
  put_cases(r, out, kind);
  for (size_t i = 0; i < r->cases.n && divides(r); i++) {
    const lcm_expr **work =
        (const lcm_expr **)&r->cases.at[i].parts[LCM_PART_WORK];
    *work = smooth(ctx, *work);
  }
  lcm_recursion_solve(&found, r);
  const struct lcm_recurrence_part *part = &found.parts[0];
  if (!found.n_parts || !part->closed) {
    out->why = found.n_parts ? part->reason : "it is no recurrence";
    return;
  }
  const struct lcm_subst levels = {found.levels, found.levels_is};
  const lcm_expr *closed = found.levels
                               ? lcm_expr_subst(ctx, part->closed, &levels, 1)
                               : part->closed;
  closed = lcm_expr_div(ctx, closed, lcm_expr_unit(ctx, lcm_measure_find("s")));
  const lcm_expr *simple = lcm_expr_expand(ctx, closed);
  out->closed[kind] = simple ? simple : closed;
  out->holds = found.holds ? found.holds : out->holds;
}

void lcm_cost_solve(struct lcm_cost_recursion *out, lcm_ctx *ctx) {
  struct lcm_recursion r = {.ctx = ctx, .function = out->function};
  r.matters =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, out->function->n_params + 1);
  const bool muted = lcm_ctx_mute(ctx, true);
  do
    put_cases(&r, out, LCM_COST_KINDS);
  while (lcm_recursion_find_matters(&r));
  lcm_recursion_find_size(&r);
  out->matters = r.matters;
  for (int k = 0; k < LCM_COST_KINDS; k++)
    solve(out, &r, k);
  (void)lcm_ctx_mute(ctx, muted);
}

/* ---- values ---------------------------------------------------------------
 */

/* An evaluation under way; the values of parameters stand behind those of the
 * "n_grid" names of the grid in an environment. */
struct evaluating {
  struct lcm_cost_recursion *r;
  lcm_ctx *ctx;
  const lcm_grid *grid;
  unsigned depth;     /* of calls */
  const char *reason; /* why there is no value; NULL as long as there is */
};

static const double *value_at(struct evaluating *e, const double *args);

/* Return the values of all names where the parameters are "args"; put how many
 * into "*n". */
static const lcm_binding *environment(size_t *n, const struct evaluating *e,
                                      const double *args) {
  const lcm_function *f = e->r->function;
  const size_t n_grid = e->grid && e->grid->n_points ? e->grid->n_names : 0;
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), lcm_binding,
                                   f->n_params + n_grid + 1);
  *n = 0;
  for (size_t i = 0; i < f->n_params; i++)
    if (!isnan(args[i]))
      env[(*n)++] = (lcm_binding){f->params[i], args[i]};
  for (size_t i = 0; i < n_grid; i++) {
    bool is_param = false;
    for (size_t k = 0; k < f->n_params; k++)
      is_param = is_param || f->params[k] == e->grid->names[i];
    if (!is_param)
      env[(*n)++] = (lcm_binding){e->grid->names[i], e->grid->columns[i][0]};
  }
  return env;
}

/* Return the case that applies in "env"; NULL where that is not known. */
static const struct lcm_cost_case *case_in(struct evaluating *e,
                                           const lcm_binding *env, size_t n) {
  for (size_t i = 0; i < e->r->cases.n; i++) {
    const struct lcm_cost_case *one = &e->r->cases.at[i];
    bool applies = true;
    for (size_t k = 0; k < one->n_guards && applies; k++) {
      double value = 0;
      if (lcm_expr_eval(&value, one->guards[k].cond, env, n)) {
        e->reason = "a condition in it has no value";
        return NULL;
      }
      applies = (value != 0) == one->guards[k].holds;
    }
    if (applies)
      return one;
  }
  e->reason = "a condition in it has no value";
  return NULL;
}

/* Add what "again" comes to in "env" to "out". */
static void add_again(double *out, struct evaluating *e,
                      const struct lcm_cost_again *again,
                      const lcm_binding *env, size_t n) {
  const size_t n_params = e->r->function->n_params;
  double *args = LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), double, n_params + 1);
  double times = 0;
  if (lcm_expr_eval(&times, again->times, env, n)) {
    e->reason = "how often it calls itself has no value";
    return;
  }
  if (times == 0)
    return;
  for (size_t i = 0; i < n_params; i++)
    if (!again->args[i] || lcm_expr_eval(&args[i], again->args[i], env, n))
      args[i] = NAN;
  const double *inner = value_at(e, args);
  for (int k = 0; inner && k < LCM_COST_KINDS; k++)
    out[k] += times * inner[k];
}

/* Put what the function comes to for "args" into "out". */
static void evaluate(double *out, struct evaluating *e, const double *args) {
  size_t n = 0;
  const lcm_binding *env = environment(&n, e, args);
  const struct lcm_cost_case *one = case_in(e, env, n);
  for (int k = 0; one && k < LCM_COST_KINDS && !e->reason; k++)
    if (lcm_expr_eval(&out[k], one->of[k], env, n))
      e->reason = "what a call does has no value";
  for (size_t i = 0; one && i < one->calls.n && !e->reason; i++)
    add_again(out, e, &one->calls.at[i], env, n);
}

/* Return what the function comes to for "args", found out once; NULL where that
 * is not known. */
static const double *value_at(struct evaluating *e, const double *args) {
  struct lcm_cost_recursion *r = e->r;
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  lcm_buf text = {0};
  size_t found = 0;
  for (size_t i = 0; i < r->function->n_params; i++)
    if (r->matters[i])
      lcm_buf_printf(&text, "%.17g ", args[i]);
  const char *key = lcm_intern(e->ctx, text.text ? text.text : "");
  lcm_buf_free(&text);
  if (lcm_map_get(&r->known, key, &found))
    return found ? (const double *)(uintptr_t)found : NULL;
  if (++r->n_known > MOST_VALUES || e->depth >= DEEPEST) {
    e->reason = "it calls itself too often";
    return NULL;
  }
  lcm_map_put(arena, &r->known, key, 0);
  double *out = LCM_NEW_ARRAY(arena, double, LCM_COST_KINDS);
  e->depth++;
  evaluate(out, e, args);
  e->depth--;
  if (e->reason)
    return NULL;
  lcm_map_put(arena, &r->known, key, (size_t)(uintptr_t)out);
  return out;
}

const char *lcm_cost_evaluate(double out[LCM_COST_KINDS],
                              struct lcm_cost_recursion *r, lcm_ctx *ctx,
                              const lcm_grid *grid, const double *args) {
  struct evaluating e = {.r = r, .ctx = ctx, .grid = grid};
  const double *values = value_at(&e, args);
  for (int k = 0; values && k < LCM_COST_KINDS; k++)
    out[k] = values[k];
  if (!values && !e.reason)
    e.reason = "it does not end, or calls itself too often";
  return e.reason;
}
