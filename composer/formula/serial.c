#include <string.h>

#include "composer/engine/serial.h"
#include "composer/engine/static.h"
#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/memory.h"
#include "composer/formula/ranks.h"
#include "composer/formula/serial.h"
#include "composer/formula/team.h"
#include "composer/rules/price.h"
#include "model/expr/build.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/over.h"

/* Return w - 1, at least 0. */
static const lcm_expr *others(struct lcm_formula *f, const lcm_expr *w) {
  const lcm_expr *both[] = {lcm_formula_int(f, 0),
                            lcm_expr_sub(f->ctx, w, lcm_formula_int(f, 1))};
  return lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2);
}

/* Return one second. */
static const lcm_expr *second(struct lcm_formula *f) {
  return lcm_expr_unit(f->ctx, lcm_measure_find("s"));
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
      price.cost = lcm_expr_mul(f->ctx, price.cost, second(f));
    return price;
  }
  const char *unit = dim.flop ? "flop" : "byte";
  const lcm_expr *rate = lcm_expr_div(
      f->ctx,
      lcm_expr_mul(f->ctx, lcm_formula_machine(f, unit, one, one), second(f)),
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
  const lcm_expr *idle = out->cats[LCM_LONE] ? others(f, w) : NULL;
  if (idle && !lcm_expr_is_int(idle, 0))
    lcm_closed_cat(f, &out->cats[LCM_CAT_IP],
                   lcm_expr_mul(f->ctx, idle, out->cats[LCM_LONE]));
  out->cats[LCM_LONE] = NULL;
}

/* Return the outcome of serial work "price" by one processor. */
static struct lcm_closed serial_work(struct lcm_formula *f,
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

/* Make the elapsed time of "out" the sum of its categories over "w". */
static void close_categories(struct lcm_formula *f, struct lcm_closed *out,
                             const lcm_expr *w) {
  out->time =
      lcm_expr_div(f->ctx, lcm_closed_sum(f, out, LCM_CAT_USER + 99), w);
}

/* Take the category models of "node" into "out"; return whether any speaks of
 * a crew. */
static bool take_categories(struct lcm_closed *out, bool covered[LCM_MAX_CATS],
                            struct lcm_formula *f, const lcm_node *node,
                            const lcm_expr *w, bool parallel) {
  bool crew = parallel;
  for (size_t i = 0; i < node->n_models; i++) {
    const size_t c = category(f, node->models[i].category);
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
    *out = !parallel ? serial_work(f, price)
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
    close_categories(f, out, w);
    return true;
  }
  if (leaf || (covered[LCM_CAT_PC] && !parallel)) {
    out->time = lcm_closed_sum(f, out, LCM_MAX_CATS);
    lcm_closed_cat(f, &out->cats[LCM_LONE], out->time);
    return true;
  }
  return false;
}

static struct lcm_closed execute(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w);

/* Return the outcome of the children of "node" one after the other. */
static struct lcm_closed series(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  LCM_LIST(const lcm_expr *) terms[LCM_SLOTS + 1];
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  memset(terms, 0, sizeof terms);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed one = execute(f, node->children[i], w);
    for (size_t c = 0; c < LCM_SLOTS; c++)
      if (one.cats[c])
        LCM_LIST_ADD(arena, &terms[c], one.cats[c]);
    if (one.time)
      LCM_LIST_ADD(arena, &terms[LCM_SLOTS], one.time);
  }
  if (terms[LCM_SLOTS].n)
    out.time = lcm_expr_nary(f->ctx, LCM_X_SUM_OF, terms[LCM_SLOTS].at,
                             terms[LCM_SLOTS].n);
  for (size_t c = 0; c < LCM_SLOTS; c++) {
    const bool as_time = terms[c].n == terms[LCM_SLOTS].n && terms[c].n &&
                         !memcmp(terms[c].at, terms[LCM_SLOTS].at,
                                 terms[c].n * sizeof *terms[c].at);
    if (terms[c].n)
      out.cats[c] = as_time ? out.time
                            : lcm_expr_nary(f->ctx, LCM_X_SUM_OF, terms[c].at,
                                            terms[c].n);
  }
  return out;
}

/* Return the sum of "e" over the index "name" from 0 to count - 1. */
static const lcm_expr *sum_over(struct lcm_formula *f, const char *name,
                                const lcm_expr *count, const lcm_expr *e) {
  if (e && !lcm_expr_has(e, name))
    return lcm_expr_mul(f->ctx, e, count);
  const struct lcm_range range = {
      name, lcm_formula_int(f, 0),
      lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1))};
  return e ? lcm_expr_over(f->ctx, LCM_X_SUM, range, e) : NULL;
}

/* Return the outcome of the sequential loop "node". */
static struct lcm_closed loop(struct lcm_formula *f, const lcm_node *node,
                              const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  if (!node->n_children)
    return out;
  if (node->u.loop.n_ranges > 1 || (range && range->factor)) {
    lcm_formula_give_up(f, node, "a loop over several indices");
    return out;
  }
  const char *index =
      lcm_formula_index(f, lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1)));
  if (range)
    lcm_formula_bind_index(f, node, index);
  const struct lcm_closed one = execute(f, node->children[0], w);
  f->values.n = bound;
  out.time = sum_over(f, index, count, one.time);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    out.cats[c] = sum_over(f, index, count, one.cats[c]);
  return out;
}

/* Return if(cond, a, b), where NULL stands for 0. */
static const lcm_expr *choose(struct lcm_formula *f, const lcm_expr *cond,
                              const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *zero = lcm_formula_int(f, 0);
  return a || b ? lcm_expr_if(f->ctx, cond, a ? a : zero, b ? b : zero) : NULL;
}

/* Return the outcome of the branch "node", of which each of two alternatives
 * is as likely as the other. */
static struct lcm_closed either(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed one = execute(f, node->children[i], w);
    lcm_closed_add(f, &out, &one, lcm_expr_ratio(f->ctx, 1, 2));
  }
  return out;
}

/* Return the outcome of the alternatives of "node" from number "i" on. */
static struct lcm_closed alternative(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w,
                                     size_t i) {
  struct lcm_closed out = {NULL};
  if (i >= node->n_children)
    return out;
  const lcm_expr *given =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  const lcm_expr *cond = lcm_formula_condition(f, node, given);
  const bool exit = lcm_node_attribute(node, "exit") != NULL;
  if (given && !cond && !exit && lcm_node_attribute(node, "undecided"))
    return either(f, node, w);
  if ((given && !cond) || lcm_branch_is_guessed(node))
    lcm_formula_unknown(f, node);
  if (given && !cond && exit)
    i = node->n_children - 1;
  if (!cond)
    return execute(f, node->children[i], w);
  lcm_formula_while(f, cond);
  const struct lcm_closed yes = execute(f, node->children[i], w);
  lcm_formula_endwhile(f);
  lcm_formula_while(f, lcm_expr_apply(f->ctx, LCM_X_NOT, cond));
  const struct lcm_closed no = alternative(f, node, w, i + 1);
  lcm_formula_endwhile(f);
  out.time = choose(f, cond, yes.time, no.time);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    out.cats[c] = choose(f, cond, yes.cats[c], no.cats[c]);
  return out;
}

/* Take for granted that "chance" (NULL: nothing) is one. */
static void expect_chance(struct lcm_formula *f, const lcm_expr *chance) {
  lcm_formula_expect(f, chance);
  if (chance)
    lcm_formula_expect(f, lcm_expr_sub(f->ctx, lcm_formula_int(f, 1), chance));
}

/* Return the outcome of the branch "node". */
static struct lcm_closed branch(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  if (!node->u.branch.probabilities)
    return alternative(f, node, w, 0);
  const lcm_expr *left = lcm_formula_int(f, 1);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_expr *given = node->u.branch.probabilities[i];
    const lcm_expr *chance = given ? lcm_formula_value(f, given) : left;
    if (!chance)
      lcm_formula_give_up(f, node, "a probability without a value");
    expect_chance(f, given ? chance : NULL);
    const struct lcm_closed one = execute(f, node->children[i], w);
    lcm_closed_add(f, &out, &one, chance);
    left = lcm_expr_sub(f->ctx, left, chance);
  }
  return out;
}

/* Return the outcome of the call "node". */
static struct lcm_closed call(struct lcm_formula *f, const lcm_node *node,
                              const lcm_expr *w) {
  struct lcm_formula saved;
  struct lcm_closed out = {NULL};
  const lcm_node *body = NULL;
  if (!lcm_formula_enter(f, node, &saved, &body)) {
    lcm_formula_unknown(f, node);
    return out;
  }
  if (!lcm_formula_recall(&out, f, body, w)) {
    out = execute(f, body, w);
    lcm_formula_remember(f, body, w, &out);
  }
  lcm_formula_leave(f, &saved);
  return out;
}

/* Return the time that reading at "node" costs: a transfer for each movement
 * that ends here; NULL where there is none. */
static const lcm_expr *movement_cost(struct lcm_formula *f,
                                     const lcm_node *node) {
  const lcm_expr *cost = NULL;
  for (size_t i = 0; f->data && i < f->data->n_movements; i++) {
    const lcm_movement *movement = &f->data->movements[i];
    if (!lcm_movement_is_read_at(movement, node))
      continue;
    const lcm_expr *bytes = lcm_formula_value(f, movement->bytes);
    const lcm_expr *one =
        lcm_expr_mul(f->ctx,
                     lcm_formula_machine(f, "transfer",
                                         lcm_formula_int(f, LCM_TRANSFER_ENDS),
                                         bytes ? bytes : lcm_formula_int(f, 0)),
                     second(f));
    lcm_closed_cat(f, &cost, one);
  }
  return cost;
}

/* Return the outcome of what lies below "node". */
static struct lcm_closed by_kind(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  switch ((int)node->kind) {
  case LCM_NODE_SERIES:
    return series(f, node, w);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return loop(f, node, w);
  case LCM_NODE_PARLOOP:
    if (node->u.loop.worksharing)
      return loop(f, node, w);
    break;
  case LCM_NODE_BRANCH:
    return branch(f, node, w);
  case LCM_NODE_CALL:
    return call(f, node, w);
  case LCM_NODE_MESSAGE:
    lcm_formula_give_up(f, node, "a message");
    return out;
  case LCM_NODE_TEAM:
    if (node->u.team.kind == LCM_TEAM_RANKS)
      return lcm_formula_ranks(f, node, w);
    return lcm_formula_team_of(f, node, w);
  case LCM_NODE_USING:
    return node->n_children ? execute(f, node->children[0], w) : out;
  case LCM_NODE_PARALLEL:
    if (node->u.parallel.worksharing)
      return series(f, node, w);
    break;
  case LCM_NODE_LET: {
    const lcm_expr *value = lcm_formula_value(f, node->u.let.value);
    if (value)
      lcm_formula_bind(f, node->u.let.name, value);
    return out;
  }
  case LCM_NODE_FRAGMENT:
    return serial_work(f, lcm_formula_static(f, node));
  case LCM_NODE_OPAQUE:
    lcm_formula_unknown(f, node);
    return out;
  case LCM_NODE_BARRIER:
  case LCM_NODE_TASKWAIT:
    return out;
  }
  lcm_formula_give_up(f, node, lcm_node_word(node->kind));
  return out;
}

/* Make the elapsed time of serial "out" the sum of its categories, with "w" - 1
 * processors idle meanwhile. */
static void close_serial(struct lcm_formula *f, struct lcm_closed *out,
                         const lcm_expr *w) {
  const lcm_expr *idle = others(f, w);
  out->cats[LCM_CAT_IP] = NULL;
  out->time = lcm_closed_sum(f, out, LCM_MAX_CATS);
  if (idle && !lcm_expr_is_int(idle, 0))
    out->cats[LCM_CAT_IP] = lcm_expr_mul(f->ctx, idle, out->time);
}

/* Replace in "out" the categories that models give of "node", on "w"
 * processors. */
static void apply_covered(struct lcm_formula *f, struct lcm_closed *out,
                          const struct lcm_closed *given, const bool *covered,
                          const lcm_node *node, const lcm_expr *w) {
  bool any = false;
  for (size_t c = 0; c < f->n_cats; c++)
    any = any || covered[c];
  if (!any)
    return;
  lcm_formula_settle(f, out, w);
  for (size_t c = 0; c < f->n_cats; c++)
    if (covered[c])
      out->cats[c] = given->cats[c];
  if (node->kind != LCM_NODE_TEAM && !lcm_formula_traits(f, node)->parallel)
    close_serial(f, out, w);
  else
    close_categories(f, out, w);
  lcm_closed_demands(f, out, given);
}

/* Return the outcome, not settled, of "node" on "w" processors. */
static struct lcm_closed execute(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  struct lcm_closed given;
  bool covered[LCM_MAX_CATS];
  if (f->reason || node->ignored || !w)
    return out;
  if (node->kind == LCM_NODE_LET)
    return by_kind(f, node, w);
  const size_t bound = f->values.n;
  const struct lcm_traits *traits = lcm_formula_traits(f, node);
  lcm_formula_assumes(f, node);
  if (traits->tasks && traits->waits && node->kind != LCM_NODE_CALL &&
      node->kind != LCM_NODE_TEAM && f->team)
    lcm_formula_give_up(f, node, "a tree of tasks");
  for (size_t i = 0; i < node->n_with; i++)
    if (strcmp(node->with[i].name, "p") != 0)
      lcm_formula_give_up(f, node, "a `with` clause");
  lcm_formula_bind(f, lcm_intern(f->ctx, "p"), w);
  const bool team = node->kind == LCM_NODE_TEAM;
  if (node->kind == LCM_NODE_PARLOOP && node->n_models)
    lcm_formula_give_up(f, node, "a parallel loop outside a team");
  if (lcm_formula_models(&given, covered, f, node, w, team))
    out = given;
  else {
    out = by_kind(f, node, w);
    apply_covered(f, &out, &given, covered, node, w);
  }
  lcm_formula_visit(f, &out, node);
  const lcm_expr *moved = movement_cost(f, node);
  if (moved) {
    lcm_closed_cat(f, &out.time, moved);
    lcm_closed_cat(f, &out.cats[LCM_CAT_CL], moved);
    lcm_closed_cat(f, &out.cats[LCM_LONE], moved);
  }
  f->values.n = bound;
  return out;
}

struct lcm_closed lcm_formula_serial(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w) {
  struct lcm_closed out = execute(f, node, w);
  lcm_formula_settle(f, &out, w);
  return out;
}
