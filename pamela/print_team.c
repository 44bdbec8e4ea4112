/* Printing what only programs have: teams, parallel loops, barriers. */
#include <string.h>

#include "pamela/print_expr.h"
#include "pamela/print_name.h"
#include "pamela/print_node.h"
#include "pamela/print_team.h"

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

const lcm_expr *pml_first_count(struct pml_printer *p, const lcm_node *node) {
  lcm_ctx *ctx = p->ctx;
  if (!node->u.loop.n_ranges || node->u.loop.ranges[0].factor)
    return NULL;
  const lcm_iteration *first = &node->u.loop.ranges[0];
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *width = lcm_expr_sub(ctx, first->to, first->from);
  const bool plain = !first->step || lcm_expr_is_int(first->step, 1);
  return lcm_expr_add(
      ctx, one,
      plain ? width : lcm_expr_binary(ctx, LCM_X_DIV, width, first->step));
}

static const lcm_expr *fma_of(struct pml_printer *p, const lcm_expr *a,
                              const lcm_expr *b, const lcm_expr *c) {
  return lcm_expr_add(p->ctx, lcm_expr_mul(p->ctx, a, b), c);
}

/* Return the smaller or greater, by "kind", of "a" and "b". */
static const lcm_expr *extreme(struct pml_printer *p, lcm_expr_kind kind,
                               const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return lcm_expr_nary(p->ctx, kind, both, 2);
}

/* How the iterations of a loop are assigned to the members of a team. */
struct partition {
  const lcm_expr *n;       /* iterations */
  const lcm_expr *chunk;   /* how many one gets at a time, NULL: all of its */
  const lcm_expr *member;  /* number of the member */
  const lcm_expr *members; /* how many there are */
};

/* Return how many iterations a member gets. */
static const lcm_expr *own_count(struct pml_printer *p,
                                 const struct partition *d) {
  lcm_ctx *ctx = p->ctx;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *round =
      d->chunk ? lcm_expr_mul(ctx, d->chunk, d->members) : d->members;
  const lcm_expr *rest = lcm_expr_binary(ctx, LCM_X_MOD, d->n, round);
  const lcm_expr *whole = lcm_expr_binary(ctx, LCM_X_DIV, d->n, round);
  if (!d->chunk)
    return lcm_expr_add(ctx, whole,
                        lcm_expr_binary(ctx, LCM_X_LT, d->member, rest));
  const lcm_expr *left =
      lcm_expr_sub(ctx, rest, lcm_expr_mul(ctx, d->member, d->chunk));
  return fma_of(
      p, whole, d->chunk,
      extreme(p, LCM_X_MIN, d->chunk, extreme(p, LCM_X_MAX, zero, left)));
}

/* Return how many iterations the members before "member" get, all of theirs at
 * a time. */
static const lcm_expr *before(struct pml_printer *p, const struct partition *d,
                              const lcm_expr *member) {
  return fma_of(p, member, lcm_expr_binary(p->ctx, LCM_X_DIV, d->n, d->members),
                extreme(p, LCM_X_MIN, member,
                        lcm_expr_binary(p->ctx, LCM_X_MOD, d->n, d->members)));
}

/* Append the head `seq (fresh = 1, count) `. */
static void put_times(struct pml_printer *p, const lcm_expr *count,
                      lcm_loc loc) {
  lcm_buf_printf(&p->buf, "seq (%s = 1, ", pml_fresh(p, "turn"));
  pml_put_expr(p, count, loc);
  lcm_buf_puts(&p->buf, ") ");
}

/* Append the head of the loop over the chunks of a member, and put the
 * iterations of one of them into "*low" and "*high". */
static void put_chunks(struct pml_printer *p, const struct partition *d,
                       const lcm_expr **low, const lcm_expr **high,
                       lcm_loc loc) {
  lcm_ctx *ctx = p->ctx;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const char *turn = pml_fresh(p, "turn");
  const lcm_expr *last =
      lcm_expr_binary(ctx, LCM_X_DIV,
                      lcm_expr_sub(ctx, lcm_expr_sub(ctx, d->n, one),
                                   lcm_expr_mul(ctx, d->member, d->chunk)),
                      lcm_expr_mul(ctx, d->members, d->chunk));
  lcm_buf_printf(&p->buf, "seq (%s = 0, ", turn);
  pml_put_expr(p, last, loc);
  lcm_buf_puts(&p->buf, ") ");
  (void)bind(p, turn);
  *low = lcm_expr_mul(ctx, d->chunk,
                      fma_of(p, symbol(p, turn), d->members, d->member));
  *high = lcm_expr_sub(
      ctx, extreme(p, LCM_X_MIN, d->n, lcm_expr_add(ctx, *low, d->chunk)), one);
}

/* Append the heads of the loop "node" over the part of its first range that
 * the member of "d" gets; return how many groups they open. */
static size_t put_part(struct pml_printer *p, const lcm_node *node,
                       const struct partition *d) {
  lcm_ctx *ctx = p->ctx;
  const lcm_iteration *first = &node->u.loop.ranges[0];
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *step = first->step ? first->step : one;
  const lcm_expr *low = before(p, d, d->member);
  const lcm_expr *high =
      lcm_expr_sub(ctx, before(p, d, lcm_expr_add(ctx, d->member, one)), one);
  lcm_iteration range = *first;
  if (d->chunk)
    put_chunks(p, d, &low, &high, node->loc);
  range.from = fma_of(p, step, low, first->from);
  range.to = fma_of(p, step, high, first->from);
  return put_range(p, "seq", &range, node->loc);
}

/* Return whether the ranges behind the first and the body of the loop "node"
 * depend on its index. */
static bool uses_index(const struct pml_printer *p, const lcm_node *node) {
  const char *index = node->u.loop.ranges[0].index;
  for (size_t i = 1; i < node->u.loop.n_ranges; i++)
    if (lcm_expr_has(node->u.loop.ranges[i].from, index) ||
        lcm_expr_has(node->u.loop.ranges[i].to, index))
      return true;
  return node->n_children && pml_asks(p, node->children[0], index);
}

/* Say what is lost of how the iterations of "node" are assigned. */
static void lose_schedule(struct pml_printer *p, const lcm_node *node) {
  if (!lcm_schedule_has(node->u.loop.schedule, LCM_SCHED_FIXED))
    pml_lost(p, node->loc,
             "how iterations are scheduled: as a static "
             "schedule does");
  else if (node->u.loop.n_ranges > 1)
    pml_lost(p, node->loc,
             "that the iterations of several loops are assigned: "
             "those of the first");
  if (node->u.loop.ordered)
    pml_lost(p, node->loc, "the order of iterations");
}

/* Append the loop "node" of "n" iterations in its first range, which the
 * members of the team share: each does what a static schedule gives it. */
static void put_shared(struct pml_printer *p, const lcm_node *node,
                       const lcm_expr *n) {
  const bool chunks = lcm_schedule_has(node->u.loop.schedule, LCM_SCHED_EQUAL);
  const struct partition d = {.n = n,
                              .chunk = chunks ? node->u.loop.chunk : NULL,
                              .member = symbol(p, "thread"),
                              .members = symbol(p, "threads")};
  size_t open = 0;
  lose_schedule(p, node);
  if (uses_index(p, node))
    open += put_part(p, node, &d);
  else
    put_times(p, own_count(p, &d), node->loc);
  for (size_t i = 1; i < node->u.loop.n_ranges; i++)
    open += put_range(p, "seq", &node->u.loop.ranges[i], node->loc);
  put_child(p, node);
  close_groups(p, open);
}

void pml_put_loop(struct pml_printer *p, const lcm_node *node) {
  const size_t n = node->u.loop.n_ranges;
  size_t open = 0;
  const bool par = node->kind == LCM_NODE_PARLOOP && !node->u.loop.worksharing;
  const lcm_expr *count = pml_first_count(p, node);
  if (node->kind == LCM_NODE_PARLOOP && node->u.loop.worksharing && count) {
    put_shared(p, node, count);
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
  const char *name = p->team ? pml_renamed(p, "team") : bind(p, "team");
  lcm_buf_printf(&p->buf, "%s := %s ;", name,
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

typedef LCM_LIST(const lcm_node *) pml_node_list;

/* Append what the series "body" consists of to "list", also what series inside
 * it do. */
static void flatten(pml_node_list *list, struct pml_printer *p,
                    const lcm_node *body) {
  for (size_t i = 0; i < body->n_children; i++) {
    const lcm_node *child = body->children[i];
    if (child->kind == LCM_NODE_SERIES && !child->n_models && !child->ignored &&
        !child->n_with)
      flatten(list, p, child);
    else
      LCM_LIST_ADD(lcm_ctx_arena(p->ctx), list, child);
  }
}

/* Append the members of the team "node" in phases, one after the other, that
 * barriers end. */
static void put_phases(struct pml_printer *p, const lcm_node *node,
                       const lcm_node *body) {
  pml_node_list list = {0};
  size_t from = 0;
  bool first = true;
  flatten(&list, p, body);
  for (size_t i = 0; i <= list.n; i++) {
    if (i < list.n && list.at[i]->kind != LCM_NODE_BARRIER)
      continue;
    lcm_node *phase = lcm_node_new(p->ctx, LCM_NODE_SERIES, body->loc);
    phase->children = list.at + from;
    phase->n_children = i - from;
    from = i + 1;
    if (!phase->n_children)
      continue;
    lcm_buf_puts(&p->buf, first ? "" : " ;");
    if (!first)
      pml_put_line(p);
    put_members(p, node, phase);
    first = false;
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

/* Return whether a team of "size" (NULL: as many as there are) never has more
 * members than there are processors. */
static bool is_all(struct pml_printer *p, const lcm_expr *size) {
  return !size || lcm_expr_is_int(size, 1) ||
         (!p->team && (size == symbol(p, "p") || size == symbol(p, "procs")));
}

/* Append that a team has "size" members, under the name "word", or, inside a
 * team that has its own, another. */
static void put_size(struct pml_printer *p, const char *word,
                     const lcm_expr *size, lcm_loc loc) {
  const size_t before = p->shadows.n;
  const char *name = p->team ? pml_renamed(p, word) : bind(p, word);
  const size_t after = p->shadows.n;
  (void)bind(p, word);
  lcm_buf_printf(&p->buf, "%s := ", name);
  p->shadows.n = before;
  pml_put_expr(p, size, loc);
  p->shadows.n = after;
}

/* Append the team "node". */
static void put_team(struct pml_printer *p, const lcm_node *node) {
  static const lcm_node NOTHING = {.kind = LCM_NODE_SERIES};
  const lcm_node *body = node->n_children ? node->children[0] : &NOTHING;
  const bool ranks = node->u.team.kind == LCM_TEAM_RANKS;
  const lcm_expr *size = pml_team_size(p, node);
  if (!is_all(p, node->u.team.size))
    pml_lost(p, node->loc,
             "how few processors there are: all run at the same time");
  lcm_buf_putc(&p->buf, '{');
  p->depth++;
  pml_put_line(p);
  const size_t shadows = p->shadows.n;
  put_size(p, ranks ? "ranks" : "threads", size, node->loc);
  if (p->team)
    (void)pml_renamed(p, ranks ? "rank" : "thread");
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
  p->shadows.n = shadows;
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
  switch (node->kind) {
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
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_COUNT:
    break;
  }
  lcm_buf_puts(&p->buf, "skip");
}
