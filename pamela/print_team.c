#include <string.h>

#include "pamela/print_internal.h"

/* Append the body of "node", which has one child at most. */
static void put_child(struct pml_printer *p, const lcm_node *node) {
  if (node->n_children)
    pml_put_statement(p, node->children[0]);
  else
    lcm_buf_puts(&p->buf, "skip");
}

/* Let "name" be known in the function at hand; return how it is printed. */
static const char *bind(struct pml_printer *p, const char *name) {
  const char *interned = lcm_intern(p->ctx, name);
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->bound, interned);
  return pml_printed(p, PML_VALUES, interned);
}

/* Return the symbol "name". */
static const lcm_expr *symbol(struct pml_printer *p, const char *name) {
  return lcm_expr_symbol(p->ctx, lcm_intern(p->ctx, name), LCM_DIM_NONE);
}

/* ---- loops ----------------------------------------------------------------
 */

/* Return how many steps after the first "range" has. */
static const lcm_expr *steps_of(struct pml_printer *p,
                                const lcm_iteration *range) {
  lcm_ctx *ctx = p->ctx;
  if (range->factor)
    return lcm_expr_apply(
        ctx, LCM_X_FLOOR,
        lcm_expr_div(ctx,
                     lcm_expr_apply(ctx, LCM_X_LOG2,
                                    lcm_expr_div(ctx, range->to, range->from)),
                     lcm_expr_apply(ctx, LCM_X_LOG2, range->factor)));
  return lcm_expr_binary(
      ctx, LCM_X_DIV, lcm_expr_sub(ctx, range->to, range->from), range->step);
}

/* Return the value of the index of "range" after "k" steps. */
static const lcm_expr *value_after(struct pml_printer *p,
                                   const lcm_iteration *range,
                                   const lcm_expr *k) {
  lcm_ctx *ctx = p->ctx;
  if (range->factor)
    return lcm_expr_mul(ctx, range->from, lcm_expr_pow(ctx, range->factor, k));
  return lcm_expr_add(ctx, range->from, lcm_expr_mul(ctx, range->step, k));
}

/* Append the head of a loop "word" over "range" and open a group where the
 * value of its index is computed; return whether it did. */
static bool put_range(struct pml_printer *p, const char *word,
                      const lcm_iteration *range, lcm_loc loc) {
  const char *index = bind(p, range->index);
  const bool plain =
      !range->factor && (!range->step || lcm_expr_is_int(range->step, 1));
  const char *counter = plain ? index : pml_fresh(p, "step");
  lcm_buf_printf(&p->buf, "%s (%s = ", word, counter);
  if (plain) {
    pml_put_expr(p, range->from, loc);
    lcm_buf_puts(&p->buf, ", ");
    pml_put_expr(p, range->to, loc);
    lcm_buf_puts(&p->buf, ") ");
    return false;
  }
  lcm_buf_puts(&p->buf, "0, ");
  pml_put_expr(p, steps_of(p, range), loc);
  lcm_buf_puts(&p->buf, ") {");
  p->depth++;
  pml_put_line(p);
  (void)bind(p, counter);
  lcm_buf_printf(&p->buf, "%s := ", index);
  pml_put_expr(p, value_after(p, range, symbol(p, counter)), loc);
  lcm_buf_puts(&p->buf, " ;");
  pml_put_line(p);
  return true;
}

/* Close "n" groups. */
static void close_groups(struct pml_printer *p, size_t n) {
  for (; n; n--) {
    p->depth--;
    pml_put_line(p);
    lcm_buf_putc(&p->buf, '}');
  }
}

/* Append the loop "node" whose iterations the members of the team share: each
 * does a block of the first range. */
static void put_shared(struct pml_printer *p, const lcm_node *node) {
  lcm_ctx *ctx = p->ctx;
  const lcm_iteration *first = &node->u.loop.ranges[0];
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *step = first->step ? first->step : one;
  const lcm_expr *width = lcm_expr_sub(ctx, first->to, first->from);
  const lcm_expr *n = lcm_expr_add(
      ctx, one,
      lcm_expr_is_int(step, 1) ? width
                               : lcm_expr_binary(ctx, LCM_X_DIV, width, step));
  const lcm_expr *block = lcm_expr_apply(
      ctx, LCM_X_CEIL, lcm_expr_div(ctx, n, symbol(p, "threads")));
  const lcm_expr *low = lcm_expr_mul(ctx, block, symbol(p, "thread"));
  const lcm_expr *high = lcm_expr_sub(ctx, lcm_expr_add(ctx, low, block), one);
  const lcm_expr *last[] = {
      first->to, lcm_expr_add(ctx, first->from, lcm_expr_mul(ctx, step, high))};
  lcm_iteration range = *first;
  size_t open = 0;
  range.from = lcm_expr_add(ctx, first->from, lcm_expr_mul(ctx, step, low));
  range.to = lcm_expr_nary(ctx, LCM_X_MIN, last, 2);
  if (node->u.loop.schedule != LCM_SCHED_DEFAULT &&
      (node->u.loop.schedule != LCM_SCHED_STATIC || node->u.loop.chunk))
    pml_lost(p, node->loc, "how iterations are scheduled: in static blocks");
  if (node->u.loop.ordered)
    pml_lost(p, node->loc, "the order of iterations");
  open += put_range(p, "seq", &range, node->loc);
  for (size_t i = 1; i < node->u.loop.n_ranges; i++)
    open += put_range(p, "seq", &node->u.loop.ranges[i], node->loc);
  put_child(p, node);
  close_groups(p, open);
}

void pml_put_loop(struct pml_printer *p, const lcm_node *node) {
  const size_t n = node->u.loop.n_ranges;
  size_t open = 0;
  const bool par = node->kind == LCM_NODE_PARLOOP && !node->u.loop.worksharing;
  if (node->kind == LCM_NODE_PARLOOP && node->u.loop.worksharing && n &&
      !node->u.loop.ranges[0].factor) {
    put_shared(p, node);
    return;
  }
  if (par && !p->program->is_model)
    pml_lost(p, node->loc,
             "how few processors there are: all iterations run "
             "at the same time");
  if (!n) {
    lcm_buf_printf(&p->buf, "%s (%s = 1, ", par ? "par" : "seq",
                   pml_fresh(p, "turn"));
    pml_put_expr(p, node->u.loop.count, node->loc);
    lcm_buf_puts(&p->buf, ") ");
  }
  for (size_t i = 0; i < n; i++)
    open +=
        put_range(p, par ? "par" : "seq", &node->u.loop.ranges[i], node->loc);
  put_child(p, node);
  close_groups(p, open);
}

/* ---- teams ----------------------------------------------------------------
 */

/* Append that "team", where the program speaks of it, is how many members the
 * team being opened has. */
static void put_team_name(struct pml_printer *p) {
  if (!lcm_program_uses(p->program, lcm_intern(p->ctx, "team")))
    return;
  lcm_buf_printf(&p->buf, "%s := %s ;", bind(p, "team"),
                 pml_printed(p, PML_VALUES, "threads"));
  pml_put_line(p);
}

/* Append what the members of the team "node" do, each: "body". */
static void put_members(struct pml_printer *p, const lcm_node *node,
                        const lcm_node *body) {
  const bool ranks = node->u.team.kind == LCM_TEAM_RANKS;
  const char *size = bind(p, ranks ? "ranks" : "threads");
  const char *member = bind(p, ranks ? "rank" : "thread");
  lcm_buf_printf(&p->buf, "par (%s = 0, %s - 1) ", member, size);
  pml_put_statement(p, body);
}

/* Return a series of the children of "body" from number "from" up to "to". */
static const lcm_node *phase(struct pml_printer *p, const lcm_node *body,
                             size_t from, size_t to) {
  lcm_node *node = lcm_node_new(p->ctx, LCM_NODE_SERIES, body->loc);
  node->children = body->children + from;
  node->n_children = to - from;
  return node;
}

/* Append the members of the team "node" in phases, one after the other, that
 * barriers end. */
static void put_phases(struct pml_printer *p, const lcm_node *node,
                       const lcm_node *body) {
  size_t from = 0;
  bool first = true;
  for (size_t i = 0; i <= body->n_children; i++) {
    const bool end = i == body->n_children;
    if (!end && body->children[i]->kind != LCM_NODE_BARRIER)
      continue;
    if (i > from) {
      lcm_buf_puts(&p->buf, first ? "" : " ;");
      if (!first)
        pml_put_line(p);
      put_members(p, node, phase(p, body, from, i));
      first = false;
    }
    from = i + 1;
  }
  lcm_buf_puts(&p->buf, first ? "skip" : "");
}

const lcm_expr *pml_team_size(struct pml_printer *p, const lcm_node *node) {
  const bool ranks = node->u.team.kind == LCM_TEAM_RANKS;
  const lcm_expr *size =
      node->u.team.size ? node->u.team.size : symbol(p, ranks ? "procs" : "p");
  return node->u.team.when ? lcm_expr_if(p->ctx, node->u.team.when, size,
                                         lcm_expr_int(p->ctx, 1))
                           : size;
}

/* Append the team "node". */
static void put_team(struct pml_printer *p, const lcm_node *node) {
  static const lcm_node NOTHING = {.kind = LCM_NODE_SERIES};
  const lcm_node *body = node->n_children ? node->children[0] : &NOTHING;
  const bool ranks = node->u.team.kind == LCM_TEAM_RANKS;
  const lcm_expr *size = pml_team_size(p, node);
  lcm_buf_putc(&p->buf, '{');
  p->depth++;
  pml_put_line(p);
  lcm_buf_printf(&p->buf, "%s := ", bind(p, ranks ? "ranks" : "threads"));
  pml_put_expr(p, size, node->loc);
  lcm_buf_puts(&p->buf, " ;");
  pml_put_line(p);
  if (!ranks)
    put_team_name(p);
  p->team++;
  if (body->kind == LCM_NODE_SERIES && !body->n_models)
    put_phases(p, node, body);
  else
    put_members(p, node, body);
  p->team--;
  close_groups(p, 1);
}

/* Append the units of the worksharing "node": one after the other to the
 * members in turn. */
static void put_units(struct pml_printer *p, const lcm_node *node) {
  lcm_buf_putc(&p->buf, '{');
  p->depth++;
  for (size_t i = 0; i < node->n_children; i++) {
    lcm_buf_puts(&p->buf, i ? " ;" : "");
    pml_put_line(p);
    lcm_buf_printf(&p->buf, "if (%s == %zu",
                   pml_printed(p, PML_VALUES, "thread"), i);
    if (i)
      lcm_buf_printf(&p->buf, " mod %s", pml_printed(p, PML_VALUES, "threads"));
    lcm_buf_puts(&p->buf, ") ");
    pml_put_statement(p, node->children[i]);
  }
  lcm_buf_puts(&p->buf, node->n_children ? "" : " skip");
  close_groups(p, 1);
}

void pml_put_program(struct pml_printer *p, const lcm_node *node) {
  switch ((int)node->kind) {
  case LCM_NODE_TEAM:
    put_team(p, node);
    return;
  case LCM_NODE_PARALLEL:
    put_units(p, node);
    return;
  case LCM_NODE_TASK:
    pml_lost(p, node->loc, "when a task runs: where it is made");
    put_child(p, node);
    return;
  case LCM_NODE_TASKGROUP:
    put_child(p, node);
    return;
  case LCM_NODE_BARRIER:
    pml_lost(p, node->loc, "a barrier inside other statements");
    break;
  case LCM_NODE_TRANSFER:
    pml_lost(p, node->loc, "a transfer of data");
    break;
  case LCM_NODE_MESSAGE:
    pml_lost(p, node->loc, "a message between ranks");
    break;
  case LCM_NODE_OPAQUE:
    pml_lost(p, node->loc, "source that could not be modelled");
    break;
  }
  lcm_buf_puts(&p->buf, "skip");
}
