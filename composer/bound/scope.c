/* Names, values, chances and conditions while a model is evaluated at a
 * point. */
#include <math.h>
#include <string.h>

#include "composer/bound/scope.h"

/* Marks of values on the stack. */
enum { PLAIN, TAINTED, LOST };

void lcm_bound_give_up(struct lcm_bound_run *run, const lcm_node *node,
                       const char *reason) {
  if (lcm_bound_ended(run))
    return;
  run->reason = reason;
  run->at = node;
}

bool lcm_bound_ended(const struct lcm_bound_run *run) {
  return run->reason || run->status;
}

/* Push a name with its value and mark. */
static void push(struct lcm_bound_run *run, const char *name, double value,
                 unsigned char mark) {
  const lcm_binding binding = {name, value};
  LCM_LIST_ADD(run->pool.arena, &run->stack, binding);
  LCM_LIST_ADD(run->pool.arena, &run->marks, mark);
}

void lcm_bound_bind(struct lcm_bound_run *run, const char *name, double value) {
  push(run, name, value, PLAIN);
}

void lcm_bound_unbind(struct lcm_bound_run *run, size_t n) {
  run->stack.n = n;
  run->marks.n = n;
}

/* Return the mark of "name", PLAIN where it is not bound. */
static unsigned char mark_of(const struct lcm_bound_run *run,
                             const char *name) {
  for (size_t i = run->stack.n; i-- > run->base;)
    if (run->stack.at[i].name == name)
      return run->marks.at[i];
  return PLAIN;
}

double lcm_bound_lookup(const struct lcm_bound_run *run, const char *name) {
  for (size_t i = run->stack.n; i-- > run->base;)
    if (run->stack.at[i].name == name)
      return run->stack.at[i].value;
  return NAN;
}

/* Return the first free name of "e" that "run" does not bind, or one that is
 * lost where "lost"; NULL where there is none. */
static const char *culprit(struct lcm_bound_run *run, const lcm_expr *e,
                           bool lost) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, run->ctx, e);
  for (size_t i = 0; i < n; i++) {
    bool bound = false;
    for (size_t k = run->base; k < run->stack.n && !bound; k++)
      bound = run->stack.at[k].name == names[i];
    if (lost ? mark_of(run, names[i]) == LOST : !bound)
      return names[i];
  }
  return NULL;
}

const lcm_expr *lcm_bound_means(struct lcm_bound_table *table,
                                const lcm_expr *e) {
  const char *const *names = NULL;
  size_t at = 0;
  if (!e || !table->program->n_draws)
    return e;
  if (lcm_map_get(&table->mean_at, e, &at))
    return table->means.at[at];
  const lcm_expr *mean = e;
  const size_t n = lcm_expr_names(&names, table->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_draw *draw = lcm_program_draw(table->program, names[i]);
    const struct lcm_subst subst = {
        names[i],
        draw ? lcm_bound_means(table, lcm_draw_mean(table->ctx, draw)) : NULL};
    if (draw)
      mean = lcm_expr_subst(table->ctx, mean, &subst, 1);
  }
  lcm_map_put(lcm_ctx_arena(table->ctx), &table->mean_at, e, table->means.n);
  LCM_LIST_ADD(lcm_ctx_arena(table->ctx), &table->means, mean);
  return mean;
}

bool lcm_bound_is_random(struct lcm_bound_run *run, const lcm_expr *e) {
  const char *const *names = NULL;
  double value = 0;
  if (!e || !run->program->n_draws || lcm_expr_is_number(e, &value))
    return false;
  const size_t n = lcm_expr_names(&names, run->ctx, e);
  for (size_t i = 0; i < n; i++)
    if (lcm_program_draw(run->program, names[i]) ||
        mark_of(run, names[i]) == TAINTED)
      return true;
  return false;
}

/* Report that "e" at "node" has no value: "status". */
static void no_value(struct lcm_bound_run *run, const lcm_expr *e,
                     const lcm_node *node, lcm_status status) {
  const char *lost = culprit(run, e, true);
  const char *name = status == LCM_EUNBOUND ? culprit(run, e, false) : NULL;
  if (lost) {
    lcm_bound_give_up(run, node,
                      lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                       "'%s' has no single value here", lost));
    return;
  }
  if (status == LCM_EBUDGET)
    lcm_report(run->ctx, LCM_DIAG_BUDGET, node->loc,
               "a sum here has too many terms");
  else if (name)
    lcm_report(run->ctx, LCM_DIAG_UNBOUND,
               lcm_expr_name_place(run->ctx, name, node->loc),
               "nothing gives '%s' a value: use -D %s=...", name, name);
  else
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, node->loc,
               "this is not a number at this point");
  run->status = status ? status : LCM_EDOMAIN;
}

double lcm_bound_number(struct lcm_bound_run *run, const lcm_expr *e,
                        const lcm_node *node) {
  double value = 0;
  if (lcm_bound_ended(run))
    return 0;
  if (e && lcm_expr_is_number(e, &value))
    return value;
  const lcm_expr *mean = lcm_bound_means(run->table, e);
  if (!mean) {
    lcm_bound_give_up(run, node, "something here is no expression");
    return 0;
  }
  const lcm_status status = lcm_expr_eval(
      &value, mean, run->stack.at + run->base, run->stack.n - run->base);
  if (!status && isfinite(value))
    return value;
  no_value(run, mean, node, status);
  return 0;
}

/* Return "e" with the draw "name" replaced by the number "value". */
static const lcm_expr *with(struct lcm_bound_run *run, const lcm_expr *e,
                            const char *name, long long value) {
  const struct lcm_subst subst = {name, lcm_expr_int(run->ctx, value)};
  return lcm_expr_subst(run->ctx, e, &subst, 1);
}

/* Return the chance of the condition "e", in which only "draw" is random, or
 * -1 where it is not known. */
static double chance_of(struct lcm_bound_run *run, const lcm_expr *e,
                        const struct lcm_draw *draw, const lcm_node *node) {
  if (draw->kind == LCM_DRAW_PROB) {
    const double p = lcm_bound_number(run, draw->args[0], node);
    const bool yes =
        lcm_bound_number(run, with(run, e, draw->name, 1), node) != 0;
    const bool no =
        lcm_bound_number(run, with(run, e, draw->name, 0), node) != 0;
    return p * yes + (1 - p) * no;
  }
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (draw->kind != LCM_DRAW_RANDOM || (kind != LCM_X_LT && kind != LCM_X_LE))
    return -1;
  for (size_t side = 0; side < 2; side++) {
    const char *name = lcm_expr_name(lcm_expr_arg(e, side));
    if (!name || strcmp(name, draw->name) != 0 ||
        lcm_expr_has(lcm_expr_arg(e, 1 - side), draw->name))
      continue;
    const double limit = fmin(
        1, fmax(0, lcm_bound_number(run, lcm_expr_arg(e, 1 - side), node)));
    return side ? 1 - limit : limit;
  }
  return -1;
}

/* Return the chance that the condition "e" of "node" holds; set "*random" where
 * it is not certain. */
static double condition_chance(struct lcm_bound_run *run, const lcm_expr *e,
                               const lcm_node *node, bool *random) {
  const char *const *names = NULL;
  const struct lcm_draw *draw = NULL;
  if (!lcm_bound_is_random(run, e))
    return lcm_bound_number(run, e, node) != 0;
  const size_t n = lcm_expr_names(&names, run->ctx, e);
  size_t draws = 0;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_draw *found = lcm_program_draw(run->program, names[i]);
    draws += found != NULL || mark_of(run, names[i]) == TAINTED;
    draw = found ? found : draw;
  }
  const double chance = draws == 1 && draw ? chance_of(run, e, draw, node) : -1;
  if (chance < 0)
    lcm_bound_give_up(run, node, "how likely its condition is, is not known");
  *random = *random || (chance > 0 && chance < 1);
  return fmax(0, chance);
}

bool lcm_bound_chances(struct lcm_bound_run *run, const lcm_node *node,
                       double *chances) {
  bool random = false;
  double rest = 1;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *probability =
        node->u.branch.probabilities ? node->u.branch.probabilities[i] : NULL;
    const lcm_expr *condition =
        node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
    if (probability) {
      chances[i] = lcm_bound_number(run, probability, node);
      rest -= chances[i];
      random = random || (chances[i] > 0 && chances[i] < 1);
    } else if (condition && rest > 0) {
      chances[i] = rest * condition_chance(run, condition, node, &random);
      rest -= chances[i];
    } else {
      chances[i] = condition || (node->u.branch.probabilities &&
                                 i + 1 < node->n_children)
                       ? 0
                       : fmax(0, rest);
      rest = condition ? rest : 0;
    }
  }
  return random;
}

void lcm_bound_let(struct lcm_bound_run *run, const lcm_node *node) {
  const lcm_expr *e = node->u.let.value;
  const bool random = lcm_bound_is_random(run, e);
  const double value = e ? lcm_bound_number(run, e, node) : NAN;
  push(run, node->u.let.name, value, e ? random ? TAINTED : PLAIN : LOST);
}

void lcm_bound_lose(struct lcm_bound_run *run,
                    const struct lcm_bound_traits *traits) {
  for (size_t i = 0; i < traits->n_lets; i++)
    push(run, traits->lets[i], NAN, LOST);
}

const lcm_node *lcm_bound_enter(struct lcm_bound_run *run, const lcm_node *node,
                                size_t saved[2]) {
  const lcm_function *callee = lcm_bound_callee(run->table, node);
  saved[0] = run->base;
  saved[1] = run->stack.n;
  if (!callee || !callee->body) {
    lcm_bound_give_up(run, node, "what is called is not known");
    return NULL;
  }
  if (run->depth >= LCM_BOUND_CALLS) {
    lcm_report(run->ctx, LCM_DIAG_DEPTH, node->loc,
               "the recursion of '%s' is followed for %d calls inside each "
               "other, and goes on",
               callee->name, (int)LCM_BOUND_CALLS);
    run->status = LCM_EDEPTH;
    return NULL;
  }
  for (size_t i = 0; i < run->globals; i++)
    push(run, run->stack.at[saved[0] + i].name,
         run->stack.at[saved[0] + i].value, PLAIN);
  for (size_t i = 0; i < node->u.call.n_args && i < callee->n_params; i++) {
    const lcm_expr *size = node->u.call.sizes ? node->u.call.sizes[i] : NULL;
    const lcm_expr *arg = size ? size : node->u.call.args[i];
    const bool random = lcm_bound_is_random(run, arg);
    const size_t n = run->stack.n;
    run->stack.n = saved[1];
    const double value = arg ? lcm_bound_number(run, arg, node) : NAN;
    run->stack.n = n;
    push(run, callee->params[i], value, !arg ? LOST : random ? TAINTED : PLAIN);
  }
  run->base = saved[1];
  run->depth++;
  return callee->body;
}

void lcm_bound_leave(struct lcm_bound_run *run, const size_t saved[2]) {
  run->base = saved[0];
  lcm_bound_unbind(run, saved[1]);
  run->depth--;
}

size_t lcm_bound_condition(struct lcm_bound_run *run, const lcm_node *node) {
  const struct lcm_instance *of = &node->u.condition;
  const char *name = of->name;
  size_t at = 0;
  for (size_t i = 0; i < of->n_indices; i++)
    name = lcm_arena_printf(run->pool.arena, "%s%c%.15g", name, i ? ',' : '[',
                            lcm_bound_number(run, of->indices[i], node));
  if (of->n_indices)
    name = lcm_arena_printf(run->pool.arena, "%s]", name);
  name = lcm_intern(run->ctx, name);
  if (lcm_map_get(&run->condition_at, name, &at))
    return at;
  lcm_map_put(run->pool.arena, &run->condition_at, name, run->conditions.n);
  LCM_LIST_ADD(run->pool.arena, &run->conditions, name);
  return run->conditions.n - 1;
}

void lcm_bound_signal(struct lcm_bound_run *run, size_t c) {
  while (run->signalled.n <= c)
    LCM_LIST_ADD(run->pool.arena, &run->signalled, 0);
  if (!run->signalled.at[c])
    run->signalled.at[c] = ++run->clock;
}

bool lcm_bound_was_true(const struct lcm_bound_run *run, size_t c,
                        size_t since) {
  return c < run->signalled.n && run->signalled.at[c] &&
         run->signalled.at[c] <= since;
}

/* Names that can be added to what lcm_bound_env returns. */
enum { SPARE_NAMES = 16 };

/* Return whether "name" is bound in "run". */
static bool is_bound(const struct lcm_bound_run *run, const char *name) {
  for (size_t i = 0; i < run->stack.n; i++)
    if (run->stack.at[i].name == name)
      return true;
  return false;
}

void lcm_bound_bind_params(struct lcm_bound_run *run, const lcm_binding *env,
                           size_t n) {
  for (size_t i = 0; i < n; i++)
    lcm_bound_bind(run, lcm_intern(run->ctx, env[i].name), env[i].value);
  for (size_t round = 0; round <= run->program->n_params; round++) {
    const size_t before = run->stack.n;
    for (size_t i = 0; i < run->program->n_params; i++) {
      const lcm_param *param = &run->program->params[i];
      const lcm_expr *e = param->value ? param->value : param->tied;
      double value = 0;
      if (e && !is_bound(run, param->name) &&
          !lcm_expr_eval(&value, e, run->stack.at, run->stack.n))
        lcm_bound_bind(run, param->name, value);
    }
    if (run->stack.n == before)
      break;
  }
  run->globals = run->stack.n;
}

lcm_bound_names_list lcm_bound_env(lcm_bound *bound, const lcm_binding *given,
                                   size_t n) {
  struct lcm_bound_run run = {.ctx = bound->ctx,
                              .program = bound->program,
                              .pool = {.arena = lcm_ctx_arena(bound->ctx)}};
  lcm_bound_names_list env = {0};
  lcm_bound_bind_params(&run, given, n);
  for (size_t i = 0; i < run.stack.n; i++)
    LCM_LIST_ADD(run.pool.arena, &env, run.stack.at[i]);
  for (size_t i = 0; i < SPARE_NAMES; i++)
    LCM_LIST_ADD(run.pool.arena, &env, (lcm_binding){"", 0});
  env.n -= SPARE_NAMES;
  return env;
}
