/* The time of a part with signals and waits as equations, solved in closed
 * form. */
#include <stdlib.h>

#include "composer/bound/terms/equation.h"
#include "composer/bound/terms/equation_internal.h"

enum { MAX_STATEMENTS = 4096 };

typedef LCM_LIST(size_t) number_list;

/* A statement: how long it takes (NULL: no time), what it comes after, the
 * condition it signals or waits for; its end once it is known, as the equations
 * have it and solved, and when it signals. */
struct statement {
  const lcm_expr *time;
  number_list after;
  const char *signals;
  const char *waits;
  const lcm_node *node;
  const lcm_expr *end;
  const lcm_expr *solved;
  const lcm_expr *told;
  int state; /* 0 unknown, 1 being found, 2 known */
};

/* Statements of a part, "now" being the last one; the first "since" conditions
 * that f has signalled were true before. */
struct statements {
  struct lcm_bound_forming *f;
  size_t since;
  LCM_LIST(struct statement) all;
  size_t now;
};

static void collect(struct statements *s, const lcm_node *node);

/* Add a statement behind the present one. */
static struct statement *add(struct statements *s, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(s->f->ctx);
  struct statement fresh = {.node = node};
  if (s->all.n >= MAX_STATEMENTS)
    lcm_bound_refuse(s->f, node, "too many statements for equations");
  if (s->all.n)
    LCM_LIST_ADD(arena, &fresh.after, s->now);
  LCM_LIST_ADD(arena, &s->all, fresh);
  s->now = s->all.n - 1;
  return &s->all.at[s->now];
}

/* Collect the branches "children" of "node", and their join. */
static void collect_parallel(struct statements *s, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(s->f->ctx);
  const size_t start = s->now;
  const size_t bound = s->f->values.n;
  number_list ends = {0};
  for (size_t i = 0; i < node->n_children; i++) {
    s->now = start;
    collect(s, node->children[i]);
    s->f->values.n = bound;
    LCM_LIST_ADD(arena, &ends, s->now);
  }
  struct statement *join = add(s, node);
  join->after = ends;
}

/* Collect the turns of the loop "node", whose range is of numbers. */
static void collect_loop(struct statements *s, const lcm_node *node) {
  struct lcm_bound_forming *f = s->f;
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const lcm_iteration *range = node->u.loop.ranges;
  const lcm_expr *ends[2] = {lcm_bound_value_of(f, range->from),
                             lcm_bound_value_of(f, range->to)};
  double from = 0;
  double to = 0;
  if (node->u.loop.n_ranges != 1 || range->step || range->factor || !ends[0] ||
      !ends[1] || !lcm_expr_is_number(ends[0], &from) ||
      !lcm_expr_is_number(ends[1], &to)) {
    lcm_bound_refuse(f, node, "signals and waits in a loop over params");
    return;
  }
  const bool parallel = node->kind == LCM_NODE_PARLOOP;
  const size_t start = s->now;
  const size_t bound = f->values.n;
  number_list last = {0};
  for (double i = from; i <= to && !f->reason; i++) {
    s->now = parallel ? start : s->now;
    lcm_bound_let_form(f, range->index, lcm_expr_real(f->ctx, i));
    for (size_t k = 0; k < node->n_children; k++)
      collect(s, node->children[k]);
    f->values.n = bound;
    LCM_LIST_ADD(arena, &last, s->now);
  }
  if (parallel && last.n) {
    struct statement *join = add(s, node);
    join->after = last;
  }
}

/* Collect the alternative of the BRANCH "node" that is taken. */
static void collect_branch(struct statements *s, const lcm_node *node) {
  const lcm_expr **chances = LCM_NEW_ARRAY(lcm_ctx_arena(s->f->ctx),
                                           const lcm_expr *, node->n_children);
  bool random = false;
  lcm_bound_chance_forms(s->f, node, chances, &random);
  for (size_t i = 0; i < node->n_children && !s->f->reason; i++) {
    if (lcm_expr_is_int(chances[i], 0))
      continue;
    if (!lcm_expr_is_int(chances[i], 1))
      lcm_bound_refuse(s->f, node,
                       "whether it signals or waits depends on params");
    collect(s, node->children[i]);
  }
}

/* Collect the statements of "node" behind the present one. */
static void collect(struct statements *s, const lcm_node *node) {
  size_t saved[2];
  if (node->ignored || s->f->reason)
    return;
  if (!lcm_bound_traits_of(s->f->table, node)->sync) {
    const lcm_expr *time = s->f->terms_of(s->f, node)->phi;
    if (time && !lcm_expr_is_int(time, 0))
      add(s, node)->time = time;
    return;
  }
  switch (node->kind) {
  case LCM_NODE_SIGNAL:
    add(s, node)->signals = lcm_bound_condition_name(s->f, node);
    return;
  case LCM_NODE_WAIT:
    add(s, node)->waits = lcm_bound_condition_name(s->f, node);
    return;
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    collect_loop(s, node);
    return;
  case LCM_NODE_PARALLEL:
    collect_parallel(s, node);
    return;
  case LCM_NODE_BRANCH:
    collect_branch(s, node);
    return;
  case LCM_NODE_CALL: {
    const lcm_node *body = lcm_bound_enter_form(s->f, node, saved);
    if (body)
      collect(s, body);
    if (body)
      lcm_bound_leave_form(s->f, saved);
    return;
  }
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  for (size_t i = 0; i < node->n_children; i++)
    collect(s, node->children[i]);
}

static void solve(struct statements *s, size_t i);

/* Return a name for what "text" is called in the model: messages, digits and
 * underscores. */
static const char *plain_name(lcm_ctx *ctx, const char *text) {
  char *name = lcm_arena_printf(lcm_ctx_arena(ctx), "r_%s", text);
  size_t n = 0;
  for (const char *c = name; *c; c++)
    if (*c != ']')
      name[n++] = (char)(*c == '[' || *c == ',' ? '_' : *c);
  name[n] = 0;
  return lcm_intern(ctx, name);
}

/* Add the equation "name" = "value"; return the symbol. */
static const lcm_expr *equate(struct lcm_bound_forming *f, const char *name,
                              const lcm_expr *value) {
  const struct lcm_bound_equation equation = {name, value};
  const lcm_expr *symbol = lcm_expr_symbol(f->ctx, name, LCM_DIM_NONE);
  double low = 0;
  double high = 0;
  if (value)
    lcm_expr_bounds(&low, &high, value);
  lcm_expr_assume(f->ctx, symbol, low, high, false);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->equations, equation);
  return symbol;
}

/* Put when the condition "name" is signalled, as the equations have it and
 * solved, into "at"; false where it is true before or nothing signals it. */
static bool signal_time(struct statements *s, const char *name,
                        const lcm_expr *at[2]) {
  bool found = false;
  for (size_t i = 0; i < s->since; i++)
    if (s->f->signalled.at[i] == name)
      return false;
  for (size_t i = 0; i < s->all.n; i++) {
    if (s->all.at[i].signals != name)
      continue;
    solve(s, i);
    const struct statement *from = &s->all.at[i];
    at[0] = found ? lcm_expr_binary(s->f->ctx, LCM_X_MIN, at[0], from->told)
                  : from->told;
    at[1] = found ? lcm_expr_binary(s->f->ctx, LCM_X_MIN, at[1], from->solved)
                  : from->solved;
    found = true;
  }
  return found;
}

/* Find when statement "i" ends. */
static void solve(struct statements *s, size_t i) {
  lcm_ctx *ctx = s->f->ctx;
  struct statement *of = &s->all.at[i];
  const lcm_expr *start = lcm_expr_int(ctx, 0);
  const lcm_expr *solved = start;
  const lcm_expr *signal[2];
  if (of->state == 1)
    lcm_bound_refuse(s->f, of->node, "deadlock: a circle of waits");
  if (of->state || s->f->reason)
    return;
  of->state = 1;
  for (size_t k = 0; k < of->after.n; k++) {
    const struct statement *before = &s->all.at[of->after.at[k]];
    solve(s, of->after.at[k]);
    start = lcm_expr_binary(ctx, LCM_X_MAX, start, before->end);
    solved = lcm_expr_binary(ctx, LCM_X_MAX, solved, before->solved);
  }
  if (of->waits && signal_time(s, of->waits, signal)) {
    start = lcm_expr_binary(ctx, LCM_X_MAX, start, signal[0]);
    solved = lcm_expr_binary(ctx, LCM_X_MAX, solved, signal[1]);
  }
  of->solved = of->time ? lcm_expr_add(ctx, solved, of->time) : solved;
  of->end = start;
  if (of->time)
    of->end =
        equate(s->f,
               lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "r%zu",
                                                ++s->f->n_starts)),
               lcm_expr_add(ctx, start, of->time));
  of->told =
      of->signals ? equate(s->f, plain_name(ctx, of->signals), start) : start;
  of->state = 2;
}

const lcm_expr *lcm_bound_equate(struct lcm_bound_forming *f,
                                 const lcm_node *node, size_t since) {
  struct statements s = {.f = f, .since = since};
  const size_t first = f->equations.n;
  (void)add(&s, node);
  collect(&s, node);
  for (size_t i = 0; i < s.all.n && !f->reason; i++)
    solve(&s, i);
  if (f->reason)
    return lcm_expr_int(f->ctx, 0);
  const struct statement *last = &s.all.at[s.now];
  const char *name =
      lcm_arena_printf(lcm_ctx_arena(f->ctx), "T%zu", ++f->n_parts);
  if (f->equations.n > first)
    (void)equate(f, lcm_intern(f->ctx, f->n_parts == 1 ? "T" : name),
                 last->end);
  return last->solved;
}

char *lcm_bound_equations_to_str(const struct lcm_bound_form *form) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < form->n_equations; i++) {
    char *value = lcm_expr_to_str(form->equations[i].value, LCM_TEXT);
    lcm_buf_printf(&buf, "%s = %s\n", form->equations[i].name,
                   value ? value : "?");
    free(value);
  }
  return lcm_buf_take(&buf);
}
