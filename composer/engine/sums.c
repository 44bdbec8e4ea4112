/* Sums of the iterations of loops in closed form, built once for the values of
 * names and evaluated for each crew and each part of the loop. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"
#include "composer/engine/serial.h"
#include "composer/engine/slopes.h"
#include "composer/engine/sums.h"
#include "composer/formula/formula.h"
#include "model/expr/expr.h"

/* How often the sums of a loop are built for other kinds of values. */
enum { MAX_BUILDS = 8 };

/* Sums with so many names have no tape. */
enum { MOST_NAMES = 128 };

/* Stretches of fewer iterations are added up one by one, many together. */
static const double FEW = 64;

/* What a name is while sums are built: the symbol of its value, at least "low",
 * whole where it says so. */
struct known {
  const char *name;
  const char *symbol;
  double low;
  bool whole;
  size_t at; /* the last place among the names in scope that had it */
  bool used; /* the sums depend on it */
};

/* The time of sums, and what waits for memory, for many stretches at once. */
struct many {
  lcm_tape *tape; /* of the "n" names; NULL: there is none */
  const char *const *names;
  size_t n;
  bool tried; /* to make it */
};

/* What the iterations "first" to "last" of a loop cost together. */
struct lcm_sums {
  /* over the symbols of "known" and those of the first and the last */
  struct lcm_closed closed;
  const lcm_expr *longest;      /* of these, where they are shared out */
  const lcm_expr *const *costs; /* must not be negative */
  size_t n_costs;
  /* resources in the slots behind the categories */
  const char *demands[LCM_MAX_DEMANDS];
  size_t n_demands;
  LCM_LIST(struct known) known;
  /* how many names were in scope, 0 where others are than are known */
  size_t scope;
  const char *const *missing; /* names without a value */
  size_t n_missing;
  const char *first;
  const char *last;
  bool unlimited;     /* for the span */
  const char *reason; /* why there is no closed form, NULL where there is one */
  bool noted;         /* what is not known was noted */
  struct lcm_sums *before;
  size_t number;
  struct many *many;
};

/* Return whether "node" is serial code: nothing in it depends on what other
 * members of the team do, though models may speak of several processors. */
static bool is_plain(struct lcm_run *run, const lcm_node *node) {
  const struct lcm_traits *t = lcm_run_traits(run, node);
  return !t->teams && !t->shared && !t->actor && !t->waiter && !t->tasks &&
         !t->waits && !t->makes && !t->events && !t->thread;
}

/* Return whether "name" is a parameter of the program with a dimension, whose
 * symbol stays. */
static bool has_dimension(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->program->n_params; i++) {
    const lcm_param *param = &run->program->params[i];
    if (param->name == name && param->value)
      return !lcm_dim_equal(lcm_expr_dim(param->value), LCM_DIM_NONE);
  }
  return false;
}

/* Return the symbol "$NAME" for a number at least "low". */
static const lcm_expr *symbol_of(lcm_ctx *ctx, const char *name, double low,
                                 bool whole) {
  const char *text =
      lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "$%s", name));
  const lcm_expr *symbol = lcm_expr_symbol(ctx, text, LCM_DIM_NONE);
  lcm_expr_assume(ctx, symbol, low, INFINITY, whole);
  return symbol;
}

/* Let the name number "i" of "run" stand for a symbol in "f". */
static void know(struct lcm_run *run, struct lcm_formula *f,
                 struct lcm_sums *sums, size_t i) {
  const char *name = run->env.at[i].name;
  const double value = run->env.at[i].value;
  if (!strncmp(name, "machine.", 8))
    return;
  if (has_dimension(run, name)) {
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &f->free, name);
    return;
  }
  const bool whole = value == floor(value);
  const double low = name == run->names->p && value >= 1 ? 1
                     : value >= 0                        ? 0
                                                         : -INFINITY;
  const lcm_expr *symbol = symbol_of(run->ctx, name, low, whole);
  const struct known known = {name, lcm_expr_name(symbol), low, whole, i,
                              false};
  for (size_t k = 0; k < sums->known.n; k++)
    if (sums->known.at[k].name == name)
      sums->known.at[k].at = i;
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &sums->known, known);
  lcm_formula_bind(f, name, symbol);
}

/* Let all names of "run" stand for symbols in "f". */
static void know_all(struct lcm_run *run, struct lcm_formula *f,
                     struct lcm_sums *sums) {
  lcm_formula_take_machine(f);
  for (size_t i = 0; i < run->globals; i++)
    know(run, f, sums, i);
  f->globals = f->values.n;
  const size_t globals = sums->known.n;
  for (size_t i = run->globals; i < run->env.n; i++)
    know(run, f, sums, i);
  const bool all = sums->known.n - globals == run->env.n - run->globals;
  sums->scope = all ? run->env.n : 0;
}

/* Return the outcome of one iteration of the loop "node" whose number is
 * "index" of "count". */
static struct lcm_closed iteration(struct lcm_formula *f, const lcm_node *node,
                                   struct lcm_range *whole) {
  struct lcm_closed out = {NULL};
  const lcm_iteration *range = &node->u.loop.ranges[0];
  const lcm_expr *from = lcm_formula_value(f, range->from);
  const lcm_expr *step =
      range->step ? lcm_formula_value(f, range->step) : lcm_formula_int(f, 1);
  whole->from = lcm_formula_int(f, 0);
  whole->to =
      lcm_expr_sub(f->ctx, lcm_formula_count(f, node), lcm_formula_int(f, 1));
  if (!from || !step || !whole->to) {
    lcm_formula_give_up(f, node, "a loop of unknown range");
    return out;
  }
  whole->index = lcm_formula_index(f, whole->to);
  const lcm_expr *i = lcm_expr_symbol(f->ctx, whole->index, LCM_DIM_NONE);
  lcm_formula_bind(f, range->index,
                   lcm_expr_add(f->ctx, from, lcm_expr_mul(f->ctx, i, step)));
  return lcm_formula_serial(
      f, node->children[0],
      lcm_expr_symbol(f->ctx, lcm_intern(f->ctx, "$p"), LCM_DIM_NONE));
}

/* Return the sum, or what else "kind" is, of "one" over the iterations from
 * "ends[0]" to "ends[1]" of those in "whole"; NULL for NULL. */
static const lcm_expr *over_part(lcm_ctx *ctx, lcm_expr_kind kind,
                                 struct lcm_range whole, const lcm_expr *one,
                                 const lcm_expr *ends[2]) {
  const struct lcm_range part = {whole.index, ends[0], ends[1]};
  const lcm_expr *settled = lcm_expr_settle(ctx, whole, one);
  return settled ? lcm_expr_over(ctx, kind, part, settled) : NULL;
}

/* Let what depends on no name in "one" be numbers. */
static void take_numbers(struct lcm_formula *f, struct lcm_closed *one) {
  const lcm_expr *time = one->time;
  one->time = lcm_expr_numbers(f->ctx, time);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    one->cats[c] = one->cats[c] == time
                       ? one->time
                       : lcm_expr_numbers(f->ctx, one->cats[c]);
}

/* Build the sums of the iterations of "node" with "f" into "sums". */
static void build_with(struct lcm_sums *sums, struct lcm_formula *f,
                       const lcm_node *node) {
  struct lcm_range whole = {0};
  struct lcm_closed one = iteration(f, node, &whole);
  const lcm_expr *ends[] = {symbol_of(f->ctx, "first", 0, true),
                            symbol_of(f->ctx, "last", -1, true)};
  sums->first = lcm_expr_name(ends[0]);
  sums->last = lcm_expr_name(ends[1]);
  if (f->reason)
    return;
  take_numbers(f, &one);
  if (one.time)
    sums->closed.time = over_part(f->ctx, LCM_X_SUM, whole, one.time, ends);
  if (one.time && node->kind == LCM_NODE_PARLOOP)
    sums->longest = over_part(f->ctx, LCM_X_MAX_OVER, whole, one.time, ends);
  bool complete = !one.time || sums->closed.time;
  for (size_t c = 0; c < LCM_SLOTS; c++) {
    if (one.cats[c])
      sums->closed.cats[c] =
          one.cats[c] == one.time
              ? sums->closed.time
              : over_part(f->ctx, LCM_X_SUM, whole, one.cats[c], ends);
    complete = complete && (!one.cats[c] || sums->closed.cats[c]);
  }
  if (!complete || !lcm_formula_is_guarded(f))
    lcm_formula_give_up(f, node, "a sum without a closed form");
}

/* Mark what "sums" depend on. */
static void mark_used(lcm_ctx *ctx, struct lcm_sums *sums) {
  LCM_LIST(const lcm_expr *) all = {0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *const *names = NULL;
  if (sums->closed.time)
    LCM_LIST_ADD(arena, &all, sums->closed.time);
  if (sums->longest)
    LCM_LIST_ADD(arena, &all, sums->longest);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    if (sums->closed.cats[c])
      LCM_LIST_ADD(arena, &all, sums->closed.cats[c]);
  for (size_t i = 0; i < sums->n_costs; i++)
    if (sums->costs[i])
      LCM_LIST_ADD(arena, &all, sums->costs[i]);
  const size_t n = lcm_expr_names_all(&names, ctx, all.at, all.n);
  for (size_t i = 0; i < sums->known.n; i++)
    for (size_t k = 0; k < n && !sums->known.at[i].used; k++)
      sums->known.at[i].used = names[k] == sums->known.at[i].symbol;
}

/* Return the sums of the iterations of "node" built in the scope of "run",
 * the last ones having been "before". */
static struct lcm_sums *build(struct lcm_run *run, const lcm_node *node,
                              struct lcm_sums *before) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_sums *sums = LCM_NEW(arena, struct lcm_sums);
  struct lcm_formula_team team = {.clocks = LCM_ALIGNED};
  struct lcm_formula *f = LCM_NEW(arena, struct lcm_formula);
  *f = (struct lcm_formula){.ctx = run->ctx,
                            .program = run->program,
                            .machine = run->machine,
                            .data = run->data,
                            .n_cats = run->n_cats,
                            .cat_names = run->cat_names,
                            .unlimited = run->mode.unlimited,
                            .visits = run->notes.visits,
                            .facts = lcm_run_knowledge(run)};
  const bool muted = lcm_ctx_mute(run->ctx, true);
  lcm_ctx_refill(run->ctx);
  know_all(run, f, sums);
  if (run->team) {
    team.k = symbol_of(run->ctx, "movers", 1, false);
    team.weight = lcm_formula_int(f, 1);
    f->team = &team;
  }
  build_with(sums, f, node);
  lcm_ctx_refill(run->ctx);
  (void)lcm_ctx_mute(run->ctx, muted);
  memcpy(sums->demands, f->demands, sizeof sums->demands);
  sums->n_demands = f->n_demands;
  sums->costs = f->guard.costs.at;
  sums->n_costs = f->guard.costs.n;
  mark_used(run->ctx, sums);
  sums->missing = f->missing.at;
  sums->n_missing = f->missing.n;
  sums->unlimited = run->mode.unlimited;
  sums->reason = f->reason;
  sums->before = before;
  sums->number = before ? before->number + 1 : 1;
  sums->many = LCM_NEW(arena, struct many);
  return sums;
}

/* Return whether the names in scope of "run" are those "sums" was built for, in
 * the same places. */
static bool is_in_scope(const struct lcm_run *run,
                        const struct lcm_sums *sums) {
  bool same = run->env.n == sums->scope;
  for (size_t i = 0; i < sums->known.n && same; i++) {
    const struct known *known = &sums->known.at[i];
    same = run->env.at[known->at].name == known->name;
  }
  return same;
}

/* As lcm_env_find; "same" says that is_in_scope. */
static bool known_value(double *value, const struct lcm_run *run,
                        const struct known *known, bool same) {
  if (!same)
    return lcm_env_find(value, &run->env, known->name);
  *value = run->env.at[known->at].value;
  return true;
}

/* Return whether the values of "run" are such as "sums" was built for. */
static bool fits(const struct lcm_run *run, const struct lcm_sums *sums) {
  double value = 0;
  const bool same = is_in_scope(run, sums);
  if (sums->unlimited != run->mode.unlimited)
    return false;
  for (size_t i = 0; i < sums->n_missing; i++)
    if (lcm_env_find(&value, &run->env, sums->missing[i]))
      return false;
  for (size_t i = 0; i < sums->known.n; i++) {
    const struct known *known = &sums->known.at[i];
    if (!known_value(&value, run, known, same) || !(value >= known->low) ||
        (known->whole && value != floor(value)))
      return false;
  }
  return true;
}

/* Bind the symbols that "sums" depend on to the values that their names
 * have. */
static void bind(struct lcm_run *run, const struct lcm_sums *sums, double w) {
  lcm_run_bind(run, lcm_intern(run->ctx, "$movers"),
               lcm_run_movers(run, w, false));
  for (size_t i = 0; i < sums->known.n; i++) {
    double value = 0;
    if (sums->known.at[i].used &&
        lcm_env_find(&value, &run->env, sums->known.at[i].name))
      lcm_run_bind(run, sums->known.at[i].symbol, value);
  }
}

/* Return the value of "e" in the scope of "run"; NaN where it has none, 0 for
 * NULL. */
static double number(const struct lcm_run *run, const lcm_expr *e) {
  unsigned long long left = ULLONG_MAX;
  double value = 0;
  const bool failed =
      e && lcm_expr_eval_within(&value, e, run->env.at, run->env.n, &left);
  (void)lcm_ctx_work(run->ctx, (ULLONG_MAX - left) / LCM_STEPS_OF_WORK);
  return failed ? NAN : value;
}

/* As number, of what the outcome has. */
static double part_of(struct lcm_run *run, const lcm_expr *e) {
  if (e && run->notes.slopes)
    lcm_slopes_note(run, e);
  return number(run, e);
}

/* Return whether all that "sums" takes for granted holds in "run". */
static bool holds(struct lcm_run *run, const struct lcm_sums *sums, double w) {
  const size_t bound = run->env.n;
  bool good = true;
  bind(run, sums, w);
  for (size_t i = 0; i < sums->n_costs && good; i++)
    good = number(run, sums->costs[i]) >= 0;
  run->env.n = bound;
  return good;
}

bool lcm_run_samples(const struct lcm_run *run) {
  return run->options->nodes && !run->mode.unlimited && !run->notes.counting;
}

double lcm_run_min_summed(const struct lcm_run *run) {
  return !lcm_run_samples(run)
             ? LCM_MIN_SUMMED
             : fmax(LCM_MIN_SUMMED,
                    fmin(LCM_MIN_SAMPLED,
                         LCM_MOST_WALKED / fmax(run->notes.walked, 1)));
}

double lcm_run_most_exact(const struct lcm_run *run) {
  enum { WITH_MEMORY = 1 << 16, WITHOUT = 1 << 20 };
  return run->machine && lcm_machine_memory(run->machine) ? WITH_MEMORY
                                                          : WITHOUT;
}

bool lcm_run_may_skip(const struct lcm_traits *traits) {
  return traits->counted && !traits->modelled && !traits->repeats;
}

void lcm_run_assume_some(struct lcm_run *run) {
  lcm_run_assume(run,
                 "where loops have many iterations that differ, with loops "
                 "in them, some stand for the others");
}

struct lcm_sums *lcm_sums_find(struct lcm_run *run, const lcm_node *node,
                               double w, bool *fresh) {
  struct lcm_facts *facts = lcm_run_facts(run, node);
  const size_t bound = run->env.n;
  if (node->u.loop.n_ranges != 1 || node->u.loop.ranges[0].factor ||
      !node->n_children || w < 1 || run->bandwidth.pieces ||
      !is_plain(run, node->children[0]))
    return NULL;
  lcm_run_bind(run, run->names->p, w);
  struct lcm_sums *sums = facts->sums;
  while (sums && !fits(run, sums))
    sums = sums->before;
  if (!sums && (!facts->sums || facts->sums->number < MAX_BUILDS))
    sums = facts->sums = build(run, node, facts->sums);
  const bool good = sums && !sums->reason && holds(run, sums, w);
  run->env.n = bound;
  *fresh = good && run->notes.noted && !sums->noted;
  if (*fresh)
    sums->noted = true;
  return good ? sums : NULL;
}

/* Return whether the coefficient "coef" stands for an execution of a node of
 * "visits". */
static bool is_visit(const struct lcm_visits *visits, const lcm_coef *coef) {
  for (size_t k = 0; k < visits->n; k++)
    if (lcm_expr_name(visits->each[k]) == coef->name)
      return true;
  return false;
}

/* Note how often each of the nodes in "total" is executed, which is linear in
 * what stands for them. */
static void count_visits(struct lcm_run *run, const lcm_expr *total) {
  const lcm_coef *const *coefs = NULL;
  const size_t n = total ? lcm_expr_coefs(&coefs, run->ctx, total) : 0;
  const size_t bound = run->env.n;
  for (size_t k = 0; k < n; k++)
    if (is_visit(run->notes.visits, coefs[k]))
      lcm_run_bind(run, coefs[k]->name, 0);
  const size_t none = run->env.n;
  for (size_t k = 0; k < n; k++) {
    if (!is_visit(run->notes.visits, coefs[k]))
      continue;
    lcm_run_bind(run, coefs[k]->name, 1);
    lcm_run_demand(run, (struct lcm_demand){coefs[k]->name, number(run, total),
                                            LCM_CAT_SL});
    run->env.n = none;
  }
  run->env.n = bound;
}

/* Note that the resource number "d" of "sums" is demanded. */
static void note_demand(struct lcm_run *run, const struct lcm_sums *sums,
                        size_t d) {
  const lcm_expr *time = sums->closed.cats[LCM_MAX_CATS + d];
  if (!run->notes.visits || sums->demands[d] != run->notes.visits->slot)
    lcm_run_demand(run, (struct lcm_demand){sums->demands[d], number(run, time),
                                            LCM_CAT_RC});
  else if (run->notes.counting)
    count_visits(run, time);
}

/* Bind all that "sums" depends on for a crew of "w" and the iterations ends[0]
 * to ends[1]. */
static void bind_all(struct lcm_run *run, const struct lcm_sums *sums, double w,
                     const double ends[2]) {
  lcm_run_bind(run, run->names->p, w);
  bind(run, sums, w);
  lcm_run_bind(run, sums->first, ends[0]);
  lcm_run_bind(run, sums->last, ends[1]);
}

double lcm_sums_time(struct lcm_run *run, const struct lcm_sums *sums, double w,
                     const double ends[2]) {
  const size_t bound = run->env.n;
  bind_all(run, sums, w, ends);
  const double time = part_of(run, sums->closed.time);
  run->env.n = bound;
  return time;
}

/* Return the tape of "sums"; NULL where it has none. */
static const struct many *many_of(struct lcm_run *run,
                                  const struct lcm_sums *sums) {
  const lcm_expr *zero = lcm_expr_int(run->ctx, 0);
  const lcm_expr *waits = sums->closed.cats[LCM_CAT_RC];
  const lcm_expr *both[] = {sums->closed.time ? sums->closed.time : zero,
                            waits ? waits : zero};
  const lcm_coef *const *coefs = NULL;
  struct many *m = sums->many;
  if (!m->tried) {
    m->tried = true;
    m->n = lcm_expr_names_all(&m->names, run->ctx, both, 2);
    if (lcm_expr_coefs(&coefs, run->ctx, both[0]) ||
        lcm_expr_coefs(&coefs, run->ctx, both[1]) || m->n >= MOST_NAMES ||
        lcm_tape_compile(&m->tape, run->ctx, both, 2, m->names, m->n))
      m->tape = NULL;
  }
  return m->tape && !run->notes.slopes ? m : NULL;
}

/* As lcm_sums_times, one after the other. */
static void time_each(struct lcm_run *run, const struct lcm_sums *sums,
                      double w, const double *const ends[2], size_t i,
                      double *const out[2]) {
  const size_t bound = run->env.n;
  bind_all(run, sums, w, (const double[]){ends[0][i], ends[1][i]});
  out[0][i] = part_of(run, sums->closed.time);
  out[1][i] = part_of(run, sums->closed.cats[LCM_CAT_RC]);
  run->env.n = bound;
}

void lcm_sums_times(struct lcm_run *run, const struct lcm_sums *sums, double w,
                    const double *const ends[2], size_t n,
                    double *const out[2]) {
  const double *columns[MOST_NAMES];
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  bool few = true;
  for (size_t i = 0; i < n; i++)
    few = few && ends[1][i] - ends[0][i] < FEW;
  const struct many *m = few ? many_of(run, sums) : NULL;
  const size_t bound = run->env.n;
  bind_all(run, sums, w, (const double[]){ends[0][0], ends[1][0]});
  for (size_t k = 0; m && k < m->n; k++) {
    double value = 0;
    columns[k] = m->names[k] == sums->first  ? ends[0]
                 : m->names[k] == sums->last ? ends[1]
                                             : NULL;
    if (columns[k])
      continue;
    double *same = LCM_NEW_ARRAY(arena, double, n);
    if (!lcm_env_find(&value, &run->env, m->names[k]))
      value = NAN;
    for (size_t i = 0; i < n; i++)
      same[i] = value;
    columns[k] = same;
  }
  run->env.n = bound;
  if (m) {
    lcm_tape_run(m->tape, columns, n, out);
    (void)lcm_ctx_work(run->ctx, n);
  }
  for (size_t i = 0; i < n; i++)
    if (!m || isnan(out[0][i]) || isnan(out[1][i]))
      time_each(run, sums, w, ends, i, out);
  lcm_arena_release(arena, mark);
}

double lcm_sums_longest(struct lcm_run *run, const struct lcm_sums *sums,
                        double w, const double ends[2]) {
  const size_t bound = run->env.n;
  bind_all(run, sums, w, ends);
  const double time = sums->longest ? number(run, sums->longest) : NAN;
  run->env.n = bound;
  return time;
}

struct lcm_outcome lcm_sums_outcome(struct lcm_run *run,
                                    const struct lcm_sums *sums, double w,
                                    const double ends[2]) {
  struct lcm_outcome out = {0};
  const size_t bound = run->env.n;
  bind_all(run, sums, w, ends);
  out.time = part_of(run, sums->closed.time);
  for (size_t c = 0; c < run->n_cats; c++)
    out.cats[c] = sums->closed.cats[c] == sums->closed.time
                      ? out.time
                      : part_of(run, sums->closed.cats[c]);
  for (size_t d = 0; d < sums->n_demands; d++)
    note_demand(run, sums, d);
  run->env.n = bound;
  return out;
}
