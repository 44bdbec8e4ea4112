/* Names, values, counts and sums of outcomes while a closed form is built. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "composer/formula/env.h"
#include "composer/formula/guard.h"

void lcm_formula_give_up(struct lcm_formula *f, const lcm_node *node,
                         const char *reason) {
  if (f->reason)
    return;
  f->at = node;
  f->reason = reason;
}

void lcm_formula_bind(struct lcm_formula *f, const char *name,
                      const lcm_expr *value) {
  const struct lcm_subst entry = {name, value};
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->values, entry);
}

/* Return whether the name "name" may stay in the formula. */
static bool may_stay(struct lcm_formula *f, const char *name) {
  size_t at = 0;
  for (; f->n_stays < f->free.n; f->n_stays++)
    lcm_map_put(lcm_ctx_arena(f->ctx), &f->stays, f->free.at[f->n_stays],
                f->n_stays);
  return lcm_map_get(&f->stays, name, &at);
}

/* Return what "name" stands for, the innermost first, or NULL. */
static const lcm_expr *value_of(const struct lcm_formula *f, const char *name) {
  for (size_t i = f->values.n; i-- > 0;)
    if (f->values.at[i].name == name)
      return f->values.at[i].by;
  return NULL;
}

const lcm_expr *lcm_formula_value(struct lcm_formula *f, const lcm_expr *e) {
  enum { MOST = 64 };
  struct lcm_subst substs[MOST];
  const char *const *names = NULL;
  size_t n = 0;
  if (!e)
    return NULL;
  const size_t n_names = lcm_expr_names(&names, f->ctx, e);
  if (n_names > MOST)
    return NULL;
  for (size_t i = 0; i < n_names; i++) {
    const lcm_expr *by = value_of(f, names[i]);
    if (by)
      substs[n++] = (struct lcm_subst){names[i], by};
    else if (!may_stay(f, names[i])) {
      if (!f->depth)
        LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->missing, names[i]);
      return NULL;
    }
  }
  return n ? lcm_expr_subst(f->ctx, e, substs, n) : e;
}

const lcm_expr *lcm_formula_evened(struct lcm_formula *f, bool *even,
                                   const lcm_expr *e) {
  const char *const *names = NULL;
  LCM_LIST(const char *) missing = {0};
  const char *why = NULL;
  const lcm_expr *value = lcm_formula_value(f, e);
  if (!e || value)
    return value;
  const size_t n = lcm_expr_names(&names, f->ctx, e);
  for (size_t i = 0; i < n; i++)
    if (!value_of(f, names[i]) && !may_stay(f, names[i]))
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &missing, names[i]);
  value = lcm_formula_value(
      f, lcm_facts_guess(&why, f->ctx, e, missing.at, missing.n));
  if (value && even)
    *even = true;
  return why ? value : NULL;
}

const lcm_expr *lcm_formula_condition(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *e) {
  const lcm_expr *whole = lcm_formula_value(f, e);
  const lcm_expr_kind kind = e ? lcm_expr_kind_of(e) : LCM_X_NUMBER;
  if (whole || (kind != LCM_X_AND && kind != LCM_X_OR && kind != LCM_X_NOT))
    return whole;
  bool some = false;
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    double value = 0;
    const lcm_expr *part = lcm_formula_condition(f, node, lcm_expr_arg(e, i));
    if (kind == LCM_X_NOT)
      return part ? lcm_expr_apply(f->ctx, kind, part) : NULL;
    const bool number = part && lcm_expr_is_number(part, &value);
    if (number && (value != 0) == (kind == LCM_X_OR))
      return lcm_formula_int(f, value != 0);
    some = some || (part && !number);
  }
  if (some)
    lcm_formula_give_up(f, node, "a condition that is not known as a whole");
  return NULL;
}

const lcm_expr *lcm_formula_larger(struct lcm_formula *f, const lcm_expr *a,
                                   const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2) : NULL;
}

const lcm_expr *lcm_formula_smaller(struct lcm_formula *f, const lcm_expr *a,
                                    const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(f->ctx, LCM_X_MIN, both, 2) : NULL;
}

const lcm_expr *lcm_formula_choose(struct lcm_formula *f, const lcm_expr *cond,
                                   const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *zero = lcm_formula_int(f, 0);
  return a || b ? lcm_expr_if(f->ctx, cond, a ? a : zero, b ? b : zero) : NULL;
}

const lcm_expr *lcm_formula_int(struct lcm_formula *f, long long value) {
  return lcm_expr_int(f->ctx, value);
}

const lcm_expr *lcm_formula_machine(struct lcm_formula *f, const char *name,
                                    const lcm_expr *p, const lcm_expr *m) {
  const struct lcm_cost *cost = lcm_machine_cost(f->machine, name);
  const struct lcm_subst substs[] = {
      {lcm_intern(f->ctx, "p"), p},
      {lcm_intern(f->ctx, "m"), m},
      {lcm_intern(f->ctx, "n"), lcm_formula_int(f, 1)}};
  static const char *const RATES[] = {"flop", "byte"};
  if (!cost || (f->unlimited && strcmp(name, RATES[0]) != 0 &&
                strcmp(name, RATES[1]) != 0))
    return lcm_formula_int(f, 0);
  const lcm_expr *value = lcm_expr_subst(f->ctx, cost->expr, substs, 3);
  lcm_formula_expect(f, value);
  return value;
}

/* Return the iterations of "range", or NULL. */
static const lcm_expr *range_count(struct lcm_formula *f,
                                   const lcm_iteration *range) {
  if (!range->from || !range->to || range->factor)
    return NULL;
  const lcm_expr *n =
      lcm_formula_value(f, lcm_expr_sub(f->ctx, range->to, range->from));
  const lcm_expr *step =
      range->step ? lcm_formula_value(f, range->step) : lcm_formula_int(f, 1);
  const lcm_expr *one = lcm_formula_int(f, 1);
  if (!n || !step)
    return NULL;
  lcm_formula_expect(f, step);
  if (!lcm_expr_is_int(step, 1))
    n = lcm_expr_div(f->ctx, n, step);
  n = lcm_expr_add(f->ctx, lcm_expr_apply(f->ctx, LCM_X_FLOOR, n), one);
  const lcm_expr *both[] = {lcm_formula_int(f, 0), n};
  return n ? lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2) : NULL;
}

const lcm_expr *lcm_formula_count(struct lcm_formula *f, const lcm_node *node) {
  const lcm_expr *count = lcm_formula_int(f, 1);
  if (node->u.loop.count) {
    count = lcm_formula_value(f, node->u.loop.count);
    lcm_formula_expect(f, count);
  }
  for (size_t i = 0; !node->u.loop.count && i < node->u.loop.n_ranges; i++) {
    if (node->u.loop.ranges[i].factor)
      lcm_formula_give_up(f, node, "a loop that multiplies its index");
    count =
        lcm_expr_mul(f->ctx, count, range_count(f, &node->u.loop.ranges[i]));
  }
  if (!count || (!node->u.loop.count && !node->u.loop.n_ranges))
    lcm_formula_unknown(f, node);
  return count ? count : lcm_formula_int(f, 1);
}

void lcm_formula_bind_index(struct lcm_formula *f, const lcm_node *node,
                            const char *index) {
  const lcm_iteration *range = &node->u.loop.ranges[0];
  const lcm_expr *from = lcm_formula_value(f, range->from);
  const lcm_expr *step =
      range->step ? lcm_formula_value(f, range->step) : lcm_formula_int(f, 1);
  const lcm_expr *i = lcm_expr_symbol(f->ctx, index, LCM_DIM_NONE);
  if (!from)
    return;
  if (step)
    from = lcm_expr_add(f->ctx, from, lcm_expr_mul(f->ctx, i, step));
  if (step || !node->u.loop.count)
    lcm_formula_bind(f, range->index, from);
}

const char *lcm_formula_index(struct lcm_formula *f, const lcm_expr *last) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const char *name = NULL;
  do
    name = lcm_intern(f->ctx, lcm_arena_printf(arena, "i%llu", ++f->fresh));
  while (may_stay(f, name) || value_of(f, name));
  const struct lcm_formula_range range = {name, last};
  double low = 0;
  double high = INFINITY;
  if (last)
    lcm_expr_bounds(&low, &high, last);
  lcm_expr_assume(f->ctx, lcm_expr_symbol(f->ctx, name, LCM_DIM_NONE), 0,
                  fmax(high, 0), true);
  LCM_LIST_ADD(arena, &f->free, name);
  LCM_LIST_ADD(arena, &f->guard.ranges, range);
  return name;
}

const struct lcm_traits *lcm_formula_traits(struct lcm_formula *f,
                                            const lcm_node *node) {
  return lcm_facts_traits(f->facts, node);
}

/* Bind in "f" what keeps its meaning across a call made in "outer". */
static void inherit(struct lcm_formula *f, const struct lcm_formula *outer) {
  static const char *const NAMES[] = {"p",      "team", "T",
                                      "thread", "rank", "ranks"};
  for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++) {
    const char *name = lcm_intern(f->ctx, NAMES[k]);
    size_t i = outer->values.n;
    while (i > f->globals && outer->values.at[i - 1].name != name)
      i--;
    if (i > f->globals)
      lcm_formula_bind(f, name, outer->values.at[i - 1].by);
  }
}

/* Return the path of what is called at "node". */
static const char *path_of(const struct lcm_formula *f, const lcm_node *node) {
  char end[16];
  const char *const parts[] = {f->path, f->function->key, end};
  (void)snprintf(end, sizeof end, "/%u>", node->id);
  return lcm_intern_parts(f->ctx, parts, 3);
}

bool lcm_formula_enter(struct lcm_formula *f, const lcm_node *node,
                       struct lcm_formula *saved, const lcm_node **body) {
  const lcm_function *callee =
      lcm_program_function(f->program, node->u.call.callee);
  if (!callee || !callee->body)
    return false;
  if (f->depth > LCM_MAX_FORMULA_CALLS) {
    lcm_formula_give_up(f, node, "recursion");
    return false;
  }
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const lcm_expr **args =
      LCM_NEW_ARRAY(arena, const lcm_expr *, callee->n_params + 1);
  bool longer = false;
  for (size_t i = 0; i < callee->n_params; i++) {
    args[i] = lcm_formula_value(f, lcm_call_argument(node, i));
    longer = longer ||
             (args[i] && lcm_expr_is_longer(args[i], LCM_FORMULA_ARGUMENT));
  }
  if (longer) {
    lcm_formula_give_up(f, node, "arguments of calls that become too long");
    return false;
  }
  *saved = *f;
  f->values.at = NULL;
  f->values.n = f->values.cap = 0;
  for (size_t i = 0; i < f->globals; i++)
    LCM_LIST_ADD(arena, &f->values, saved->values.at[i]);
  inherit(f, saved);
  for (size_t i = 0; i < callee->n_params; i++)
    if (args[i])
      lcm_formula_bind(f, callee->params[i], args[i]);
  f->depth++;
  if (f->parts) {
    f->path = path_of(f, node);
    f->function = callee;
  }
  *body = callee->body;
  return true;
}

/* Return whether the call of "body" on "w" processors that is being entered is
 * the one in "memo". */
static bool is_call(const struct lcm_formula *f,
                    const struct lcm_formula_memo *memo, const lcm_node *body,
                    const lcm_expr *w) {
  const size_t n = f->values.n - f->globals;
  const struct lcm_subst *own = f->values.at + f->globals;
  bool same = memo->body == body && memo->w == w && memo->n == n &&
              memo->in_team == (f->team != NULL);
  if (same && f->team)
    same = memo->team.k == f->team->k && memo->team.weight == f->team->weight &&
           memo->team.clocks == f->team->clocks &&
           memo->team.lead == f->team->lead;
  for (size_t i = 0; i < n && same; i++)
    same =
        memo->values[i].name == own[i].name && memo->values[i].by == own[i].by;
  return same;
}

bool lcm_formula_recall(struct lcm_closed *out, const struct lcm_formula *f,
                        const lcm_node *body, const lcm_expr *w) {
  size_t i = 0;
  if (f->parts || !lcm_map_get(&f->called, body, &i))
    return false;
  while (i && !is_call(f, &f->memos.at[i - 1], body, w))
    i = f->memos.at[i - 1].before;
  if (i)
    *out = f->memos.at[i - 1].closed;
  return i != 0;
}

void lcm_formula_remember(struct lcm_formula *f, const lcm_node *body,
                          const lcm_expr *w, const struct lcm_closed *closed) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  size_t before = 0;
  (void)lcm_map_get(&f->called, body, &before);
  const struct lcm_formula_memo memo = {
      .body = body,
      .before = before,
      .w = w,
      .in_team = f->team != NULL,
      .team = f->team ? *f->team : (struct lcm_formula_team){NULL},
      .values = f->values.at + f->globals,
      .n = f->values.n - f->globals,
      .closed = *closed};
  LCM_LIST_ADD(arena, &f->memos, memo);
  lcm_map_put(arena, &f->called, body, f->memos.n);
}

void lcm_formula_leave(struct lcm_formula *f, const struct lcm_formula *saved) {
  f->values = saved->values;
  f->depth = saved->depth;
  f->path = saved->path;
  f->function = saved->function;
}

void lcm_closed_cat(struct lcm_formula *f, const lcm_expr **cat,
                    const lcm_expr *value) {
  if (!value) {
    lcm_formula_give_up(f, NULL, "a cost without a value");
    return;
  }
  *cat = *cat ? lcm_expr_add(f->ctx, *cat, value) : value;
}

void lcm_closed_add(struct lcm_formula *f, struct lcm_closed *a,
                    const struct lcm_closed *b, const lcm_expr *times) {
  const lcm_expr *one = times ? times : lcm_formula_int(f, 1);
  if (b->time)
    lcm_closed_cat(f, &a->time, lcm_expr_mul(f->ctx, b->time, one));
  for (size_t c = 0; c < LCM_SLOTS; c++)
    if (b->cats[c])
      lcm_closed_cat(f, &a->cats[c], lcm_expr_mul(f->ctx, b->cats[c], one));
}

const lcm_expr *lcm_closed_sum(struct lcm_formula *f,
                               const struct lcm_closed *out, size_t except) {
  const lcm_expr *all[LCM_MAX_CATS];
  size_t n = 0;
  for (size_t c = 0; c < f->n_cats; c++)
    if (out->cats[c] && c != except)
      all[n++] = out->cats[c];
  return lcm_expr_nary(f->ctx, LCM_X_SUM_OF, all, n);
}

void lcm_closed_demands(struct lcm_formula *f, struct lcm_closed *a,
                        const struct lcm_closed *b) {
  for (size_t c = LCM_MAX_CATS; c < LCM_SLOTS; c++)
    if (b->cats[c])
      lcm_closed_cat(f, &a->cats[c], b->cats[c]);
}

void lcm_formula_visit(struct lcm_formula *f, struct lcm_closed *out,
                       const lcm_node *node) {
  size_t at = 0;
  if (!f->visits || !lcm_map_get(&f->visits->nodes, node, &at))
    return;
  const lcm_expr *each = f->visits->each[at - 1];
  const lcm_expr *times =
      f->visits->operations ? lcm_formula_value(f, node->flops) : NULL;
  if (times)
    each = lcm_expr_mul(f->ctx, each, times);
  if (times || !f->visits->operations)
    lcm_formula_demand(f, out, f->visits->slot, each);
}

void lcm_formula_demand(struct lcm_formula *f, struct lcm_closed *out,
                        const char *name, const lcm_expr *time) {
  size_t i = 0;
  if (f->unlimited)
    return;
  while (i < f->n_demands && f->demands[i] != name)
    i++;
  if (i == LCM_MAX_DEMANDS) {
    f->guard.unchecked = true;
    return;
  }
  f->demands[i] = name;
  f->n_demands = i < f->n_demands ? f->n_demands : i + 1;
  lcm_closed_cat(f, &out->cats[LCM_MAX_CATS + i], time);
}

const lcm_expr *lcm_formula_second(struct lcm_formula *f) {
  return lcm_expr_unit(f->ctx, lcm_measure_find("s"));
}
