/* Rows of a count: what was counted between the begin and the end of a node,
 * summed. */
#include "composer/count/rows.h"
#include "composer/count/bytes.h"
#include "composer/count/notes.h"
#include "composer/count/sum.h"

/* What was counted in a row: amounts that are numbers, together for each nest,
 * and sums (of nest NULL). */
struct counted {
  LCM_LIST(const lcm_expr *) amounts;
  LCM_LIST(lcm_cost_nest *) nests;
};

const lcm_expr *lcm_cost_resolve(const struct lcm_cost_walk *walk,
                                 const lcm_expr *e) {
  return e && walk->values.n
             ? lcm_expr_subst(walk->ctx, e, walk->values.at, walk->values.n)
             : e;
}

void lcm_cost_set(struct lcm_cost_walk *walk, const char *name,
                  const lcm_expr *value) {
  const struct lcm_subst subst = {
      name, value ? value : lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE)};
  LCM_LIST(struct lcm_subst) values = {0};
  for (size_t i = 0; i < walk->values.n; i++)
    if (walk->values.at[i].name != name)
      LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &values, walk->values.at[i]);
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &values, subst);
  walk->values.at = values.at;
  walk->values.n = values.n;
  walk->values.cap = values.cap;
}

const lcm_expr *lcm_cost_runs(struct lcm_cost_walk *walk) {
  return lcm_cost_sum(walk->store, walk->nest, 0, lcm_expr_int(walk->ctx, 1));
}

void lcm_cost_open_row(struct lcm_cost_walk *walk, const lcm_node *node) {
  struct lcm_cost_row row = {.node = node,
                             .depth = (unsigned)walk->open.n,
                             .runs = lcm_cost_runs(walk)};
  const struct lcm_cost_open open = {walk->rows.n, walk->touches.n,
                                     walk->events.n, walk->nest->n};
  row.guess = walk->nest->guess;
  row.about = row.guess;
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->rows, row);
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->open, open);
}

/* Add "event" to "out". */
static void add_event(struct counted *out, struct lcm_cost_walk *walk,
                      const struct lcm_cost_event *event, size_t outer) {
  lcm_cost_nest *nest = event->nest;
  const lcm_expr *amount = event->amount;
  double number = 0;
  if (!lcm_expr_is_number(amount, &number)) {
    amount = lcm_cost_sum(walk->store, nest, outer, amount);
    nest = NULL;
  } else if (nest->last == walk->store->lists) {
    const lcm_expr **at = &out->amounts.at[nest->place];
    *at = lcm_expr_add(walk->ctx, *at, amount);
    return;
  } else {
    nest->last = walk->store->lists;
    nest->place = out->amounts.n;
  }
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &out->amounts, amount);
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &out->nests, nest);
}

const lcm_expr *lcm_cost_sum_events(struct lcm_cost_walk *walk, int kind,
                                    size_t first, size_t outer) {
  const lcm_expr *one = lcm_expr_int(walk->ctx, 1);
  struct counted all = {0};
  walk->store->lists++;
  for (size_t i = first; i < walk->events.n; i++)
    if (walk->events.at[i].kind == kind)
      add_event(&all, walk, &walk->events.at[i], outer);
  for (size_t i = 0; i < all.amounts.n; i++)
    if (all.nests.at[i])
      all.amounts.at[i] =
          lcm_expr_mul(walk->ctx, all.amounts.at[i],
                       lcm_cost_sum(walk->store, all.nests.at[i], outer, one));
  return lcm_expr_nary(walk->ctx, LCM_X_SUM_OF, all.amounts.at, all.amounts.n);
}

void lcm_cost_close_row(struct lcm_cost_walk *walk) {
  const struct lcm_cost_open open = walk->open.at[--walk->open.n];
  struct lcm_cost_row *row = &walk->rows.at[open.row];
  lcm_cost_touch *const *touches = walk->touches.at + open.touch;
  const size_t n = walk->touches.n - open.touch;
  struct lcm_cost_bound bound;
  struct lcm_cost_bound once;
  for (int k = 0; k < LCM_COST_COUNT; k++)
    row->of[k] = lcm_cost_sum_events(walk, k, open.event, 0);
  row->bytes = lcm_cost_bytes(&bound, walk->store, touches, n, 0, 0);
  row->once =
      open.steps ? lcm_cost_bytes(&once, walk->store, touches, n, open.steps, 0)
                 : row->bytes;
  row->bytes =
      lcm_expr_add(walk->ctx, row->bytes,
                   lcm_cost_sum_events(walk, LCM_COST_BYTES, open.event, 0));
  row->once = lcm_expr_add(
      walk->ctx, row->once,
      lcm_cost_sum_events(walk, LCM_COST_BYTES, open.event, open.steps));
  row->at_most = row->at_most || bound.at_most;
  if (bound.many)
    lcm_cost_remark(
        walk, row->node ? row->node : walk->function->body,
        lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                         "%s: its bytes are an upper bound, for there "
                         "are too many different accesses to it, or "
                         "conditions for them",
                         bound.many));
}
