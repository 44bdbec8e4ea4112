/* Reads a recursive function as a recurrence: its cases and the values at other
 * arguments. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/formula/env.h"
#include "composer/formula/recurrence_read.h"
#include "composer/formula/serial.h"

/* Cases of a function that are told apart, and how deeply nodes nest. */
enum { MOST_CASES = 16, MOST_GUARDS = 12, MOST_SAMPLES = 24, MOST_PARTS = 16 };

/* Work and span as in engine/team/task.c, over expressions: minus infinity is
 * NULL. */
struct strand {
  const lcm_expr *work;
  const lcm_expr *now;
  const lcm_expr *tail;
  const lcm_expr *ends;
  const lcm_expr *after;
};

/* A walk through a function. */
struct walk {
  struct lcm_recursion *r;
  struct lcm_formula *f;
  /* decided so far, "at" of them met */
  struct lcm_guard_of guards[MOST_GUARDS];
  size_t n;
  size_t at;
  /* the function is taken to wait for all tasks before it returns */
  bool waits;
};

static struct strand walk(struct walk *w, const lcm_node *node);

/* Say that "w" leads to no recurrence. */
static void give_up(struct walk *w, const char *reason) {
  if (!w->r->reason)
    w->r->reason = reason;
}

/* ---- sizes --------------------------------------------------------------- */

/* Put the value of "e" where the size of "r" is "size" and other names have
 * some value into "*out"; false where it has none. */
static bool at_size(double *out, const struct lcm_recursion *r,
                    const lcm_expr *e, double size) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, r->ctx, e);
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_binding, n + 1);
  for (size_t i = 0; i < n; i++)
    env[i] =
        (lcm_binding){names[i], names[i] == r->size ? size : 3 + (double)i};
  return !lcm_expr_eval(out, e, env, n);
}

/* Return by which number the size is divided in "e": "e" is a whole fraction of
 * it wherever it is a multiple; 0 for none. */
static long fraction_of(const struct lcm_recursion *r, const lcm_expr *e) {
  for (long b = 2; b <= 16; b++) {
    bool all = true;
    for (long t = 1; t <= MOST_SAMPLES && all; t++) {
      double value = 0;
      all = at_size(&value, r, e, (double)(b * t)) && value == (double)t;
    }
    if (all)
      return b;
  }
  return 0;
}

/* Return the size where "e" is "size" less some number: that number; 0 for
 * none. */
static long less_of(const struct lcm_recursion *r, const lcm_expr *e) {
  double value = 0;
  const lcm_expr *size = lcm_expr_symbol(r->ctx, r->size, LCM_DIM_NONE);
  const lcm_expr *less = e ? lcm_expr_sub(r->ctx, size, e) : NULL;
  return less && lcm_expr_is_number(less, &value) && value == floor(value) &&
                 fabs(value) < 1000
             ? (long)value
             : 0;
}

/* Return the index of the size of "r" among its parameters. */
static size_t size_index(const struct lcm_recursion *r) {
  size_t i = 0;
  while (i < r->function->n_params && r->function->params[i] != r->size)
    i++;
  return i;
}

/* Return the term of "r" whose symbol is "name", or NULL. */
static const struct lcm_term *term_of(const struct lcm_recursion *r,
                                      const char *name) {
  for (size_t i = 0; i < r->terms.n; i++)
    if (r->terms.at[i].name == name)
      return &r->terms.at[i];
  return NULL;
}

/* ---- the longer of two --------------------------------------------------- */

/* Return the term of "part" that "a" has as a summand and "b" has not. */
static const struct lcm_term *alone_in(const struct lcm_recursion *r,
                                       const lcm_expr *a, const lcm_expr *b,
                                       enum lcm_part part) {
  for (size_t i = 0; i < r->terms.n; i++)
    if (r->terms.at[i].part == part && lcm_expr_has(a, r->terms.at[i].name) &&
        !lcm_expr_has(b, r->terms.at[i].name))
      return &r->terms.at[i];
  return NULL;
}

/* Return whether "e", which has coefficients, is not negative for some positive
 * values of its names, with the estimates of these. */
static bool seems_positive(const struct lcm_recursion *r, const lcm_expr *e) {
  const char *const *names = NULL;
  const lcm_coef *const *coefs = NULL;
  const size_t n = lcm_expr_names(&names, r->ctx, e);
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_binding, n + 1);
  double value = 0;
  if (!lcm_expr_coefs(&coefs, r->ctx, e))
    return false;
  for (size_t k = 0; k < MOST_SAMPLES; k++) {
    for (size_t i = 0; i < n; i++)
      env[i] = (lcm_binding){names[i], (double)((7 * k + 5 * i * k + i) % 31)};
    if (lcm_expr_eval(&value, e, env, n) || value < 0)
      return false;
  }
  return true;
}

/* Return whether "e" is never negative. */
static bool is_positive(const struct lcm_recursion *r, const lcm_expr *e) {
  double low = -INFINITY;
  double high = INFINITY;
  if (!e)
    return false;
  lcm_expr_bounds(&low, &high, e);
  return low >= 0 || seems_positive(r, e);
}

/* Return whether the term "a" is never less than "b", what it is of growing
 * with the size. */
static bool term_leads(const struct lcm_recursion *r, const struct lcm_term *a,
                       const struct lcm_term *b) {
  const size_t k = size_index(r);
  if (k == r->function->n_params || !a->args[k] || !b->args[k])
    return false;
  for (long size = 2; size < 2 + MOST_SAMPLES; size++) {
    double x = 0;
    double y = 0;
    if (!at_size(&x, r, a->args[k], (double)size) ||
        !at_size(&y, r, b->args[k], (double)size) || x < y)
      return false;
  }
  return a->less >= 0 && b->less >= 0;
}

/* Return whether "a" is never less than "b". */
static bool leads(const struct lcm_recursion *r, const lcm_expr *a,
                  const lcm_expr *b) {
  const lcm_expr *more = lcm_expr_sub(r->ctx, a, b);
  if (is_positive(r, more))
    return true;
  for (int part = LCM_PART_SPAN; part < LCM_PART_COUNT; part++) {
    const enum lcm_part below =
        part == LCM_PART_ALL ? LCM_PART_SPAN : (enum lcm_part)part;
    const struct lcm_term *x = alone_in(r, a, b, (enum lcm_part)part);
    const struct lcm_term *y = alone_in(r, b, a, (enum lcm_part)part);
    if (x && !y && part == LCM_PART_ALL)
      y = alone_in(r, b, a, below);
    if (!x || !y || !term_leads(r, x, y))
      continue;
    const lcm_expr *rest = lcm_expr_add(
        r->ctx,
        lcm_expr_sub(r->ctx, more,
                     lcm_expr_symbol(r->ctx, x->name, lcm_expr_dim(a))),
        lcm_expr_symbol(r->ctx, y->name, lcm_expr_dim(a)));
    if (is_positive(r, rest))
      return true;
  }
  return false;
}

/* Return the longer of "a" and "b" (NULL: minus infinity). */
static const lcm_expr *longest(const struct lcm_recursion *r, const lcm_expr *a,
                               const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  if (!a || !b)
    return a ? a : b;
  if (a == b || leads(r, a, b))
    return a;
  return leads(r, b, a) ? b : lcm_expr_nary(r->ctx, LCM_X_MAX, both, 2);
}

/* Return "a" + "b", minus infinity where one is. */
static const lcm_expr *plus(const struct lcm_recursion *r, const lcm_expr *a,
                            const lcm_expr *b) {
  return a && b ? lcm_expr_add(r->ctx, a, b) : NULL;
}

/* ---- strands ------------------------------------------------------------- */

static const lcm_expr *zero(const struct walk *w) {
  return lcm_expr_int(w->r->ctx, 0);
}

/* Return what does nothing. */
static struct strand nothing(const struct walk *w) {
  return (struct strand){.work = zero(w), .now = zero(w), .after = zero(w)};
}

/* Put "b" behind "*a". */
static void then(const struct walk *w, struct strand *a,
                 const struct strand *b) {
  const struct lcm_recursion *r = w->r;
  const struct strand out = {
      .work = plus(r, a->work, b->work),
      .now = longest(r, plus(r, a->now, b->now), plus(r, a->ends, b->tail)),
      .tail = longest(r, plus(r, a->tail, b->now), plus(r, a->after, b->tail)),
      .ends = longest(r, plus(r, a->now, b->ends), plus(r, a->ends, b->after)),
      .after =
          longest(r, plus(r, a->tail, b->ends), plus(r, a->after, b->after))};
  *a = out;
}

/* Let "*s" run beside who made it. */
static void detach(const struct walk *w, struct strand *s) {
  struct strand out = nothing(w);
  out.work = s->work;
  out.ends = longest(w->r, s->ends, s->now);
  *s = out;
}

/* Return what costs "cost" and makes no tasks. */
static struct strand plain(const struct walk *w, const lcm_expr *cost) {
  struct strand out = nothing(w);
  if (cost)
    out.work = out.now = cost;
  return out;
}

/* ---- calls --------------------------------------------------------------- */

/* Return whether "from" reaches "to" by calls, not by way of "avoid". */
static bool reaches(const lcm_program *program, const lcm_node *node,
                    const lcm_function *to, const lcm_function *avoid,
                    lcm_map *seen, lcm_ctx *ctx) {
  size_t known = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(program, node->u.call.callee)
          : NULL;
  if (callee && callee == to)
    return true;
  if (callee && callee->body && callee != avoid &&
      !lcm_map_get(seen, callee, &known)) {
    lcm_map_put(lcm_ctx_arena(ctx), seen, callee, 1);
    if (reaches(program, callee->body, to, avoid, seen, ctx))
      return true;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (reaches(program, node->children[i], to, avoid, seen, ctx))
      return true;
  return false;
}

/* Return whether "node" comes to call "to", not by way of "avoid". */
static bool calls(const struct walk *w, const lcm_node *node,
                  const lcm_function *to, const lcm_function *avoid) {
  lcm_map seen = {0};
  return reaches(w->f->program, node, to, avoid, &seen, w->r->ctx);
}

/* Return the values of the arguments of the call "node", as far as they
 * matter. */
static const lcm_expr **values_of(struct walk *w, const lcm_node *node) {
  const struct lcm_recursion *r = w->r;
  const size_t n = r->function->n_params;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *arg = lcm_call_argument(node, i);
    args[i] = r->matters[i] ? lcm_formula_value(w->f, arg) : NULL;
    for (size_t k = 0; args[i] && k < w->f->guard.ranges.n; k++)
      if (lcm_expr_has(args[i], w->f->guard.ranges.at[k].index))
        give_up(w, "the arguments of a call depend on the index of a loop");
  }
  return args;
}

/* Return "W(n - 1)" for the "part" and the arguments "args". */
static const char *term_name(const struct lcm_recursion *r, enum lcm_part part,
                             const lcm_expr *const *args) {
  static const char LETTERS[] = "WSRE";
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  const char *text = lcm_arena_printf(arena, "%c(", LETTERS[part]);
  const char *between = "";
  for (size_t i = 0; i < r->function->n_params; i++) {
    if (!r->matters[i])
      continue;
    char *arg = args[i] ? lcm_expr_to_str(args[i], LCM_TEXT) : NULL;
    text = lcm_arena_printf(arena, "%s%s%s", text, between, arg ? arg : "?");
    between = ", ";
    free(arg);
  }
  return lcm_intern(r->ctx, lcm_arena_printf(arena, "%s)", text));
}

const lcm_expr *lcm_recursion_at(struct lcm_recursion *r, enum lcm_part part,
                                 const lcm_expr **args) {
  const size_t k = size_index(r);
  struct lcm_term term = {.part = part, .args = args};
  if (r->size && args[k]) {
    term.less = less_of(r, args[k]);
    term.fraction = term.less ? 0 : fraction_of(r, args[k]);
    if (term.fraction)
      args[k] =
          lcm_expr_div(r->ctx, lcm_expr_symbol(r->ctx, r->size, LCM_DIM_NONE),
                       lcm_expr_int(r->ctx, term.fraction));
  }
  term.name = term_name(r, part, args);
  const lcm_expr *symbol = lcm_expr_symbol(
      r->ctx, term.name,
      lcm_expr_dim(lcm_expr_unit(r->ctx, lcm_measure_find("s"))));
  if (!term_of(r, term.name)) {
    LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &r->terms, term);
    lcm_expr_assume(r->ctx, symbol, 0, INFINITY, false);
  }
  return symbol;
}

/* Return the strand of a call of the function itself. */
static struct strand self(struct walk *w, const lcm_node *node) {
  const lcm_expr **args = values_of(w, node);
  struct strand out = nothing(w);
  out.work = lcm_recursion_at(w->r, LCM_PART_WORK, args);
  out.now = lcm_recursion_at(w->r, LCM_PART_SPAN, args);
  if (w->waits)
    out.tail = out.after = lcm_recursion_at(w->r, LCM_PART_REST, args);
  else
    out.ends = lcm_recursion_at(w->r, LCM_PART_ALL, args);
  return out;
}

/* Return the strand of the call "node" of "callee", another recursive function
 * without tasks, which has been solved. */
static struct strand solved_call(struct walk *w, const lcm_node *node,
                                 const lcm_function *callee) {
  const struct lcm_solution *s = w->r->solutions;
  while (s && s->function != callee)
    s = s->next;
  if (!s || !s->work || s->tasks) {
    give_up(w, "it calls another recursive function, which is not solved");
    return nothing(w);
  }
  struct lcm_subst *substs = LCM_NEW_ARRAY(lcm_ctx_arena(w->r->ctx),
                                           struct lcm_subst, callee->n_params);
  size_t n = 0;
  for (size_t i = 0; i < callee->n_params; i++) {
    const lcm_expr *arg = lcm_formula_value(w->f, lcm_call_argument(node, i));
    if (arg)
      substs[n++] = (struct lcm_subst){callee->params[i], arg};
    else if (lcm_expr_has(s->work, callee->params[i]))
      give_up(w, "it calls another recursive function with what is not known");
  }
  return plain(w, lcm_expr_subst(w->r->ctx, s->work, substs, n));
}

/* Return the strand of the call "node". */
static struct strand walk_call(struct walk *w, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(w->f->program, node->u.call.callee);
  struct lcm_formula saved;
  const lcm_node *body = NULL;
  struct strand out = nothing(w);
  if (callee == w->r->function)
    return self(w, node);
  if (callee && callee->body && calls(w, callee->body, callee, w->r->function))
    return solved_call(w, node, callee);
  if (!lcm_formula_enter(w->f, node, &saved, &body))
    return out;
  out = walk(w, body);
  lcm_formula_leave(w->f, &saved);
  return out;
}

/* ---- control ------------------------------------------------------------- */

/* Return whether "cond" holds in the present case. */
static bool decide(struct walk *w, const lcm_expr *cond) {
  double value = 0;
  if (lcm_expr_is_number(cond, &value))
    return value != 0;
  for (size_t k = 0; k < w->f->guard.ranges.n; k++)
    if (lcm_expr_has(cond, w->f->guard.ranges.at[k].index))
      give_up(w, "a condition depends on the index of a loop");
  for (size_t i = 0; i < w->at; i++)
    if (w->guards[i].cond == cond)
      return w->guards[i].holds;
  if (w->at == w->n && w->n < MOST_GUARDS)
    w->guards[w->n++] = (struct lcm_guard_of){cond, true};
  if (w->at == w->n) {
    give_up(w, "too many conditions");
    return true;
  }
  return w->guards[w->at++].holds;
}

/* Return the strand of what is taken of the branch "node" by chance. */
static struct strand walk_chance(struct walk *w, const lcm_node *node) {
  const struct lcm_recursion *r = w->r;
  struct strand out = nothing(w);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *chance =
        node->u.branch.probabilities
            ? lcm_formula_value(w->f, node->u.branch.probabilities[i])
            : lcm_expr_ratio(r->ctx, 1, 2);
    const struct strand one = walk(w, node->children[i]);
    if (!chance) {
      give_up(w, "a probability is not known");
      return out;
    }
    out.work = plus(r, out.work, lcm_expr_mul(r->ctx, chance, one.work));
    out.now = plus(r, out.now, lcm_expr_mul(r->ctx, chance, one.now));
    out.tail = longest(r, out.tail, one.tail);
    out.ends = longest(r, out.ends, one.ends);
  }
  return out;
}

/* Return the strand of the branch "node". */
static struct strand walk_branch(struct walk *w, const lcm_node *node) {
  if (node->u.branch.probabilities)
    return walk_chance(w, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *given =
        node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
    const lcm_expr *cond =
        given ? lcm_formula_condition(w->f, node, given) : NULL;
    if (given && !cond && node->marks.undecided)
      return walk_chance(w, node);
    if (given && !cond && node->marks.exit)
      return walk(w, node->children[node->n_children - 1]);
    if (!cond || decide(w, cond))
      return walk(w, node->children[i]);
  }
  return nothing(w);
}

/* Return "one", which depends on "index", for all of "count" iterations. */
static const lcm_expr *over(const struct walk *w, const char *index,
                            const lcm_expr *count, const lcm_expr *one) {
  lcm_ctx *ctx = w->r->ctx;
  if (!one || !index || !lcm_expr_has(one, index))
    return one ? lcm_expr_mul(ctx, count, one) : NULL;
  const struct lcm_range range = {
      index, lcm_expr_int(ctx, 0),
      lcm_expr_sub(ctx, count, lcm_expr_int(ctx, 1))};
  return lcm_expr_over(ctx, LCM_X_SUM, range, one);
}

/* Let "*s", a task that "node" makes, run beside who made it, unless that one
 * executes it at once.  What final tasks make depends on who called: that leads
 * to no recurrence. */
static void make_task(struct walk *w, struct strand *s, const lcm_node *node) {
  const lcm_expr *when = lcm_node_deferred_when(node);
  const lcm_expr *last = lcm_node_final_when(node);
  when = when ? lcm_formula_value(w->f, when) : NULL;
  const bool waits = !when || decide(w, when);
  if (last) {
    last = lcm_formula_value(w->f, last);
    if (!last || decide(w, last))
      give_up(w, "its tasks may be final");
  }
  if (waits)
    detach(w, s);
  else {
    s->tail = NULL;
    s->after = zero(w);
  }
}

/* Return the strand of the loop "node". */
static struct strand walk_loop(struct walk *w, const lcm_node *node) {
  struct lcm_recursion *r = w->r;
  lcm_ctx *ctx = r->ctx;
  const size_t bound = w->f->values.n;
  const size_t ranges = w->f->guard.ranges.n;
  const lcm_expr *count = lcm_formula_count(w->f, node);
  const lcm_expr *others =
      count ? lcm_expr_sub(ctx, count, lcm_expr_int(ctx, 1)) : NULL;
  const char *index = NULL;
  if (node->u.loop.n_ranges) {
    index = lcm_formula_index(w->f, others);
    lcm_formula_bind_index(w->f, node, index);
  }
  struct strand one =
      node->n_children ? walk(w, node->children[0]) : nothing(w);
  w->f->values.n = bound;
  w->f->guard.ranges.n = ranges;
  if (node->kind == LCM_NODE_PARLOOP)
    make_task(w, &one, node);
  struct strand out = one;
  if (one.ends && one.tail && !leads(r, one.now, one.ends))
    give_up(w, "tasks outlive the iteration of a loop that waits for tasks");
  if (index && one.ends && lcm_expr_has(one.ends, index))
    give_up(w, "the tasks of a loop differ");
  out.work = over(w, index, count, one.work);
  out.now = over(w, index, count, one.now);
  if (one.ends && !one.tail)
    out.ends = plus(r, one.ends, over(w, index, others, one.now));
  if (one.tail)
    out.tail = plus(r, one.tail, over(w, index, others, one.now));
  if (one.tail)
    out.ends = NULL;
  return out;
}

/* Return the strand of the children of "node" one after the other. */
static struct strand walk_children(struct walk *w, const lcm_node *node) {
  const size_t bound = w->f->values.n;
  struct strand out = nothing(w);
  for (size_t i = 0; i < node->n_children && !w->r->reason; i++) {
    const struct strand one = walk(w, node->children[i]);
    then(w, &out, &one);
  }
  w->f->values.n = bound;
  return out;
}

/* Return the strand of the TASK "node". */
static struct strand walk_task(struct walk *w, const lcm_node *node) {
  const lcm_expr *one = lcm_expr_int(w->r->ctx, 1);
  const lcm_expr *cost = lcm_formula_machine(w->f, "task", one, zero(w));
  struct strand out = walk_children(w, node);
  if (cost && !lcm_expr_is_int(cost, 0))
    out.work =
        plus(w->r, out.work,
             lcm_expr_mul(w->r->ctx, cost,
                          lcm_expr_unit(w->r->ctx, lcm_measure_find("s"))));
  make_task(w, &out, node);
  return out;
}

/* Return the strand of the parts of "node". */
static struct strand walk_parts(struct walk *w, const lcm_node *node) {
  struct strand out = nothing(w);
  switch (node->kind) {
  case LCM_NODE_CALL:
    return walk_call(w, node);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return walk_loop(w, node);
  case LCM_NODE_BRANCH:
    return walk_branch(w, node);
  case LCM_NODE_TASK:
    return walk_task(w, node);
  case LCM_NODE_TASKWAIT:
    out.tail = out.ends = zero(w);
    return out;
  case LCM_NODE_TASKGROUP:
    out = walk_children(w, node);
    out.now = longest(w->r, out.now, out.ends);
    return out;
  case LCM_NODE_SERIES:
    return walk_children(w, node);
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  give_up(w, "it calls itself inside another parallel construct");
  return out;
}

/* Return whether "node" is a whole without calls of the function and without
 * tasks. */
static bool is_leaf(const struct walk *w, const lcm_node *node) {
  if (lcm_node_model(node, "time") || lcm_node_model(node, "work"))
    return true;
  for (const struct lcm_solution *s = w->r->solutions; s; s = s->next)
    if (calls(w, node, s->function, NULL))
      return false;
  return node->kind != LCM_NODE_TASKWAIT &&
         !lcm_formula_traits(w->f, node)->tasks &&
         !lcm_formula_traits(w->f, node)->waits &&
         !calls(w, node, w->r->function, NULL);
}

/* Return the strand of "node". */
static struct strand walk(struct walk *w, const lcm_node *node) {
  if (w->r->reason || node->ignored)
    return nothing(w);
  if (node->kind == LCM_NODE_LET) {
    const lcm_expr *value = lcm_formula_value(w->f, node->u.let.value);
    if (value)
      lcm_formula_bind(w->f, node->u.let.name, value);
    return nothing(w);
  }
  if (is_leaf(w, node)) {
    const struct lcm_closed cost =
        lcm_formula_serial(w->f, node, lcm_expr_int(w->r->ctx, 1));
    if (w->f->reason)
      give_up(w, w->f->reason);
    return plain(w, cost.time);
  }
  return walk_parts(w, node);
}

/* ---- cases --------------------------------------------------------------- */

/* Add the case that "w" has gone through, which came to "out". */
static void add_case(struct walk *w, struct strand out) {
  struct lcm_recursion *r = w->r;
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  struct lcm_guard_of *guards =
      LCM_NEW_ARRAY(arena, struct lcm_guard_of, w->at + 1);
  memcpy(guards, w->guards, w->at * sizeof *guards);
  struct lcm_case one = {.guards = guards, .n_guards = w->at};
  if (out.ends && leads(r, out.now, out.ends))
    out.ends = NULL;
  if (w->waits && out.ends)
    give_up(w, "tasks outlive the call that waits for others");
  r->has[LCM_PART_ALL] = r->has[LCM_PART_ALL] || (!w->waits && out.ends);
  r->has[LCM_PART_REST] = r->has[LCM_PART_REST] || out.tail;
  one.parts[LCM_PART_WORK] = out.work;
  one.parts[LCM_PART_SPAN] = out.now;
  one.parts[LCM_PART_REST] = longest(r, out.tail, out.after);
  one.parts[LCM_PART_ALL] = longest(r, out.now, out.ends);
  for (size_t k = 0; k < r->terms.n; k++)
    one.calls = one.calls || lcm_expr_has(out.work, r->terms.at[k].name);
  LCM_LIST_ADD(arena, &r->cases, one);
}

/* Go through all cases of the function, which waits for its tasks or not. */
static void read_cases(struct lcm_recursion *r, struct lcm_formula *f,
                       bool waits) {
  struct walk w = {.r = r, .f = f, .waits = waits};
  r->cases.n = r->terms.n = 0;
  memset(r->has, 0, sizeof r->has);
  do {
    const size_t bound = f->values.n;
    w.at = 0;
    const struct strand out = walk(&w, r->function->body);
    f->values.n = bound;
    if (!r->reason)
      add_case(&w, out);
    w.n = w.at;
    while (w.n && !w.guards[w.n - 1].holds)
      w.n--;
    if (w.n)
      w.guards[w.n - 1].holds = false;
    if (r->cases.n >= MOST_CASES)
      give_up(&w, "too many cases");
  } while (w.n && !r->reason);
}

/* ---- parameters ---------------------------------------------------------- */

/* Return whether any case of "r" mentions the parameter "name". */
static bool is_mentioned(const struct lcm_recursion *r, const char *name) {
  for (size_t i = 0; i < r->cases.n; i++) {
    const struct lcm_case *one = &r->cases.at[i];
    for (size_t k = 0; k < one->n_guards; k++)
      if (lcm_expr_has(one->guards[k].cond, name))
        return true;
    for (int part = 0; part < LCM_PART_COUNT; part++)
      if (one->parts[part] && lcm_expr_has(one->parts[part], name))
        return true;
  }
  for (size_t i = 0; i < r->terms.n; i++)
    for (size_t k = 0; k < r->function->n_params; k++)
      if (r->terms.at[i].args[k] && lcm_expr_has(r->terms.at[i].args[k], name))
        return true;
  return false;
}

bool lcm_recursion_find_matters(struct lcm_recursion *r) {
  bool more = false;
  for (size_t k = 0; k < r->function->n_params; k++)
    if (!r->matters[k] && is_mentioned(r, r->function->params[k]))
      more = r->matters[k] = true;
  return more;
}

void lcm_recursion_find_size(struct lcm_recursion *r) {
  size_t n = 0;
  for (size_t k = 0; k < r->function->n_params; k++) {
    bool changes = false;
    for (size_t i = 0; i < r->terms.n && r->matters[k]; i++)
      changes = changes || r->terms.at[i].args[k] !=
                               lcm_expr_symbol(r->ctx, r->function->params[k],
                                               LCM_DIM_NONE);
    if (changes)
      r->size = r->function->params[k];
    n += changes;
  }
  if (n != 1)
    r->size = NULL;
}

void lcm_recursion_read(struct lcm_recursion *r, struct lcm_formula *f) {
  for (size_t k = 0; k < r->function->n_params; k++) {
    const lcm_expr *param =
        lcm_expr_symbol(r->ctx, r->function->params[k], LCM_DIM_NONE);
    lcm_expr_assume(r->ctx, param, 0, INFINITY, true);
    LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &f->free, r->function->params[k]);
  }
  do
    read_cases(r, f, false);
  while (!r->reason && lcm_recursion_find_matters(r));
  if (r->reason)
    return;
  lcm_recursion_find_size(r);
  read_cases(r, f, false);
  if (r->has[LCM_PART_REST])
    read_cases(r, f, true);
}
