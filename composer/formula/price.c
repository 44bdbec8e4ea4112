/* Prices of models in closed form: what executions cost by them. */
#include <string.h>

#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/memory.h"
#include "composer/formula/price.h"
#include "model/measurement/measurement.h"

const lcm_expr *lcm_formula_others(struct lcm_formula *f, const lcm_expr *w) {
  const lcm_expr *both[] = {lcm_formula_int(f, 0),
                            lcm_expr_sub(f->ctx, w, lcm_formula_int(f, 1))};
  return lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2);
}

struct lcm_formula_price lcm_formula_priced(struct lcm_formula *f,
                                            const lcm_model *model,
                                            const lcm_expr *w, bool parallel) {
  struct lcm_formula_price price = {.cost = lcm_formula_value(f, model->expr)};
  const lcm_dim dim = lcm_expr_dim(model->expr);
  const lcm_expr *one = lcm_formula_int(f, 1);
  if (!price.cost)
    lcm_formula_give_up(f, NULL, "a model with a name without a value");
  lcm_formula_expect(f, price.cost);
  if (!dim.flop && !dim.byte) {
    if (price.cost && !dim.second)
      price.cost = lcm_expr_mul(f->ctx, price.cost, lcm_formula_second(f));
    return price;
  }
  const char *unit = dim.flop ? "flop" : "byte";
  const lcm_expr *rate =
      lcm_expr_div(f->ctx,
                   lcm_expr_mul(f->ctx, lcm_formula_machine(f, unit, one, one),
                                lcm_formula_second(f)),
                   lcm_expr_unit(f->ctx, lcm_measure_find(unit)));
  const struct lcm_level *memory = lcm_machine_memory(f->machine);
  if (dim.byte && memory)
    price.busy[memory - f->machine->levels] = lcm_formula_busy_time(
        f, memory,
        lcm_expr_div(f->ctx, price.cost,
                     lcm_expr_unit(f->ctx, lcm_measure_find(unit))));
  price.cost = lcm_expr_mul(f->ctx, price.cost, rate);
  if (dim.byte && memory) {
    const lcm_expr *factor =
        lcm_formula_slowdown(f, memory, parallel ? w : lcm_formula_movers(f));
    if (!lcm_expr_is_int(factor, 1))
      price.excess =
          lcm_expr_mul(f->ctx, price.cost, lcm_expr_sub(f->ctx, factor, one));
  }
  return price;
}

struct lcm_formula_price lcm_formula_model(struct lcm_formula *f,
                                           const lcm_node *node,
                                           const lcm_model *model,
                                           const lcm_expr *w, bool parallel) {
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  struct lcm_formula_price price;
  if (model->per != LCM_PER_ITERATION)
    return lcm_formula_priced(f, model, w, parallel);
  const lcm_expr *count = lcm_formula_count(f, node);
  if (!range || !lcm_expr_has(model->expr, range->index)) {
    price = lcm_formula_priced(f, model, w, parallel);
    price.cost = lcm_expr_mul(f->ctx, price.cost, count);
    price.excess =
        price.excess ? lcm_expr_mul(f->ctx, price.excess, count) : NULL;
    for (size_t i = 0; i < LCM_MAX_LEVELS; i++)
      price.busy[i] =
          price.busy[i] ? lcm_expr_mul(f->ctx, price.busy[i], count) : NULL;
    return price;
  }
  const size_t bound = f->values.n;
  const lcm_expr *last = lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1));
  const char *index = lcm_formula_index(f, last);
  lcm_formula_bind_index(f, node, index);
  price = lcm_formula_priced(f, model, w, parallel);
  f->values.n = bound;
  const struct lcm_range whole = {index, lcm_formula_int(f, 0), last};
  price.cost = lcm_expr_over(f->ctx, LCM_X_SUM, whole, price.cost);
  if (price.excess)
    price.excess = lcm_expr_over(f->ctx, LCM_X_SUM, whole, price.excess);
  for (size_t i = 0; i < LCM_MAX_LEVELS; i++)
    if (price.busy[i])
      price.busy[i] = lcm_expr_over(f->ctx, LCM_X_SUM, whole, price.busy[i]);
  return price;
}

void lcm_formula_settle(struct lcm_formula *f, struct lcm_closed *out,
                        const lcm_expr *w) {
  const lcm_expr *idle = out->cats[LCM_LONE] ? lcm_formula_others(f, w) : NULL;
  if (idle && !lcm_expr_is_int(idle, 0))
    lcm_closed_cat(f, &out->cats[LCM_CAT_IP],
                   lcm_expr_mul(f->ctx, idle, out->cats[LCM_LONE]));
  out->cats[LCM_LONE] = NULL;
}

struct lcm_closed lcm_formula_work(struct lcm_formula *f,
                                   struct lcm_formula_price price) {
  struct lcm_closed out = {.time = price.cost};
  if (price.excess) {
    out.time = lcm_expr_add(f->ctx, price.cost, price.excess);
    out.cats[LCM_CAT_RC] = price.excess;
  }
  out.cats[LCM_CAT_PC] = price.cost;
  out.cats[LCM_LONE] = out.time;
  lcm_formula_busy(f, &out, &price);
  return out;
}

/* Return the outcome of "price" spent by "w" processors together as "cat";
 * "spread": it is processor-seconds, else elapsed seconds. */
static struct lcm_closed together(struct lcm_formula *f,
                                  struct lcm_formula_price price,
                                  const lcm_expr *w, lcm_cat cat, bool spread) {
  struct lcm_closed out = {.time = price.cost};
  if (price.excess)
    out.time = lcm_expr_add(f->ctx, price.cost, price.excess);
  if (spread)
    out.time = lcm_expr_div(f->ctx, out.time, w);
  const lcm_expr *each = spread ? lcm_formula_int(f, 1) : w;
  out.cats[cat] = lcm_expr_mul(f->ctx, price.cost, each);
  if (price.excess)
    out.cats[LCM_CAT_RC] = lcm_expr_mul(f->ctx, price.excess, each);
  lcm_formula_busy(f, &out, &price);
  return out;
}

/* Return the index of the category "name", "n_cats" where it is none. */
static size_t category(const struct lcm_formula *f, const char *name) {
  for (size_t c = 0; c < f->n_cats; c++)
    if (!strcmp(f->cat_names[c], name))
      return c;
  return f->n_cats;
}

void lcm_formula_close(struct lcm_formula *f, struct lcm_closed *out,
                       const lcm_expr *w) {
  out->time =
      lcm_expr_div(f->ctx, lcm_closed_sum(f, out, LCM_CAT_USER + 99), w);
}

/* Give up where "model" of "node", a loss, was measured on some numbers of
 * processors: far from these the structure below says it. */
static void check_reach(struct lcm_formula *f, const lcm_node *node,
                        const lcm_model *model) {
  const lcm_cat cat = lcm_cat_find(model->category);
  double low = 0;
  double high = 0;
  const bool loss = cat == LCM_CAT_LI || cat == LCM_CAT_SL || cat == LCM_CAT_RC;
  if (loss && (node->n_children || node->kind == LCM_NODE_CALL) &&
      lcm_source_range(&low, &high, model->source, "p"))
    lcm_formula_give_up(f, node, "losses measured on some processors");
}

/* Take the category models of "node" into "out"; return whether any speaks of
 * a crew. */
static bool take_categories(struct lcm_closed *out, bool covered[LCM_MAX_CATS],
                            struct lcm_formula *f, const lcm_node *node,
                            const lcm_expr *w, bool parallel) {
  bool crew = parallel;
  for (size_t i = 0; i < node->n_models; i++) {
    const size_t c = category(f, node->models[i].category);
    check_reach(f, node, &node->models[i]);
    if (c >= f->n_cats)
      continue;
    const struct lcm_formula_price price =
        lcm_formula_model(f, node, &node->models[i], w, parallel);
    crew = crew || lcm_run_is_together(&node->models[i]);
    covered[c] = true;
    lcm_closed_cat(f, &out->cats[c], price.cost);
    if (price.excess)
      lcm_closed_cat(f, &out->cats[LCM_CAT_RC], price.excess);
    lcm_formula_busy(f, out, &price);
  }
  return crew;
}

bool lcm_formula_models(struct lcm_closed *out, bool covered[LCM_MAX_CATS],
                        struct lcm_formula *f, const lcm_node *node,
                        const lcm_expr *w, bool parallel) {
  const lcm_model *time = lcm_node_model(node, "time");
  const lcm_model *work = lcm_node_model(node, "work");
  memset(out, 0, sizeof *out);
  memset(covered, 0, LCM_MAX_CATS * sizeof *covered);
  if (time || work) {
    const struct lcm_formula_price price =
        lcm_formula_model(f, node, time ? time : work, w, parallel);
    *out = !parallel ? lcm_formula_work(f, price)
                     : together(f, price, w,
                                time ? LCM_CAT_UNSPLIT : LCM_CAT_PC, !time);
    return true;
  }
  const bool crew = take_categories(out, covered, f, node, w, parallel);
  bool any = false;
  bool all = true;
  for (size_t c = 0; c < LCM_MAX_CATS; c++) {
    any = any || covered[c];
    all = all && (covered[c] || c >= LCM_CAT_UNSPLIT);
  }
  if (!any)
    return false;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(f->program, node->u.call.callee)
          : NULL;
  const bool leaf = !node->n_children && !(callee && callee->body);
  if (crew && (leaf || all || node->kind == LCM_NODE_CALL)) {
    lcm_formula_close(f, out, w);
    return true;
  }
  if (leaf || (covered[LCM_CAT_PC] && !parallel)) {
    out->time = lcm_closed_sum(f, out, LCM_MAX_CATS);
    lcm_closed_cat(f, &out->cats[LCM_LONE], out->time);
    return true;
  }
  return false;
}
