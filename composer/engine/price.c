/* Evaluates the models of nodes: what executions cost by them.  Prices
 * fragments without a model by their operations and bytes. */
#include "composer/engine/price.h"

#include <math.h>
#include <string.h>

#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/limit.h"
#include "composer/engine/record/record.h"
#include "model/link/link.h"
#include "model/measurement/measurement.h"

/* Note what is not known of the cost of "node". */
static void note_unknown(struct lcm_run *run, const lcm_node *node,
                         bool counted) {
  const char *calls = lcm_node_attribute(node, "calls");
  const char *turns = run->team ? lcm_node_attribute(node, "turns") : NULL;
  const char *why = lcm_node_attribute(node, calls ? "why" : "turned");
  calls = calls ? calls : turns;
  if (lcm_node_attribute(node, "guessed"))
    lcm_run_guessed(run, node);
  if (calls)
    lcm_run_unknown(run, node,
                    lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                     "calls %s(), whose cost is not known%s%s",
                                     calls, why ? ": " : "", why ? why : ""));
  else if (!counted)
    lcm_run_unknown(run, node, "a fragment whose cost is not known");
}

/* Return the seconds in which one processor computes what "node" does, "flops"
 * operations: by the cycles of its code where these and the clock are known. */
static double compute_time(struct lcm_run *run, const lcm_node *node,
                           double flops) {
  const double each = lcm_run_machine(run, "flop", 1, 1, 1);
  double cycles = 0;
  double rest = 0;
  if (!lcm_machine_times_cycles(run->machine, node) ||
      !lcm_run_evened(&cycles, NULL, run, node->cycles) ||
      !lcm_run_evened(&rest, NULL, run, node->rest))
    return flops * each;
  return cycles * lcm_machine_cycle(run->machine) + rest * each;
}

/* Put into "cost" how long "node", which does "flops" operations, computes, how
 * long its accesses take that nobody foresees, and its first ones to pages. */
static void find_busy(struct lcm_fragment_cost *cost, struct lcm_run *run,
                      const lcm_node *node, double flops) {
  const struct lcm_slow_time slow =
      lcm_facts_slow(lcm_run_knowledge(run), run->machine, node);
  double wait = 0;
  double faults = 0;
  if (slow.wait)
    (void)lcm_run_derived(&wait, run, slow.wait);
  if (slow.faults)
    (void)lcm_run_derived(&faults, run, slow.faults);
  cost->flops = flops;
  cost->terms.of[LCM_LIMIT_OPERATIONS] = compute_time(run, node, flops);
  cost->terms.of[LCM_LIMIT_LATENCY] = wait;
  cost->terms.of[LCM_LIMIT_FAULTS] = fmax(faults, 0);
}

/* Return "price" of "node" with what it waits for lines that other members
 * write. */
static struct lcm_price with_lines(struct lcm_run *run, const lcm_node *node,
                                   struct lcm_price price) {
  const struct lcm_slow_time slow =
      lcm_facts_slow(lcm_run_knowledge(run), run->machine, node);
  double shared = 0;
  if (slow.shared && !run->mode.unlimited)
    (void)lcm_run_derived(&shared, run, slow.shared);
  price.excess = fmax(price.excess, shared - price.cost);
  return price;
}

struct lcm_price lcm_run_static(struct lcm_run *run, const lcm_node *node) {
  double flops = 0;
  double bytes = 0;
  if (lcm_facts_are_elsewhere(lcm_run_knowledge(run), node))
    return (struct lcm_price){0, 0};
  const char *why = NULL;
  const bool counted = lcm_run_evened(&flops, &why, run, node->flops);
  (void)lcm_run_evened(&bytes, why ? NULL : &why, run,
                       lcm_facts_bytes(lcm_run_knowledge(run), node));
  note_unknown(run, node, counted);
  if (counted && why)
    lcm_run_taken_as(run, node, why);
  if (!counted || bytes < 0)
    return (struct lcm_price){0, 0};
  struct lcm_fragment_cost cost = {.flops = 0};
  find_busy(&cost, run, node, flops);
  const struct lcm_price price =
      bytes > 0 ? lcm_run_roofline(run, node, &cost)
                : (struct lcm_price){lcm_terms_time(&cost.terms), 0};
  lcm_run_limited(run, node, &cost);
  return with_lines(run, node, price);
}

/* Return the number of the level of the machine of "run" that is memory, the
 * number of levels where none is. */
static size_t memory_of(const struct lcm_run *run) {
  const struct lcm_level *memory = lcm_machine_memory(run->machine);
  return memory ? (size_t)(memory - run->machine->levels)
                : run->machine->n_levels;
}

struct lcm_price lcm_run_price(struct lcm_run *run, const lcm_model *model,
                               double w, bool parallel) {
  const double value = lcm_run_model(run, model);
  const lcm_dim dim = lcm_expr_dim(model->expr);
  struct lcm_price price = {value, 0};
  if (dim.flop)
    price.cost = value * lcm_run_machine(run, "flop", 1, 1, 1);
  if (!dim.byte)
    return price;
  price.cost = value * lcm_run_machine(run, "byte", 1, 1, 1);
  if (run->bandwidth.pieces && !parallel)
    lcm_run_piece(run, (struct lcm_piece){0, price.cost, memory_of(run)});
  else
    price.excess =
        price.cost * (lcm_run_contention(run, value, w, parallel) - 1);
  return price;
}

/* Return the cost of all iterations of "node" by the model "model", which may
 * depend on the index. */
static struct lcm_price iterations_cost(struct lcm_run *run,
                                        const lcm_node *node,
                                        const lcm_model *model, double w,
                                        bool parallel) {
  const size_t bound = run->env.n;
  const double scale = run->notes.scale;
  const lcm_iteration *range =
      node->u.loop.n_ranges ? node->u.loop.ranges : NULL;
  const bool varies = range && lcm_expr_has(model->expr, range->index);
  const struct lcm_walk walk = lcm_run_walk_of(run, node, range, varies);
  struct lcm_price sum = {0, 0};
  run->notes.scale = scale * walk.each;
  for (double i = 0; i < walk.steps && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    const struct lcm_price one = lcm_run_price(run, model, w, parallel);
    sum.cost += one.cost * walk.each;
    sum.excess += one.excess * walk.each;
    run->env.n = bound;
  }
  run->notes.scale = scale;
  return sum;
}

/* Return the cost of all executions that one execution of "node" makes by the
 * model "model". */
static struct lcm_price model_cost(struct lcm_run *run, const lcm_node *node,
                                   const lcm_model *model, double w,
                                   bool parallel) {
  return model->per == LCM_PER_ITERATION
             ? iterations_cost(run, node, model, w, parallel)
             : lcm_run_price(run, model, w, parallel);
}

struct lcm_outcome lcm_outcome_serial(struct lcm_price price, double w) {
  const double t = price.cost + price.excess;
  struct lcm_outcome out = {.time = t};
  out.cats[LCM_CAT_PC] = (w < 1 ? w : 1) * price.cost;
  out.cats[LCM_CAT_RC] = (w < 1 ? w : 1) * price.excess;
  out.cats[LCM_CAT_IP] = w > 1 ? (w - 1) * t : 0;
  return out;
}

void lcm_outcome_close(struct lcm_outcome *out, double w) {
  double sum = 0;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    sum += out->cats[c];
  out->time = sum / w;
}

/* Return whether nothing lies below "node". */
static bool is_leaf(const struct lcm_run *run, const lcm_node *node) {
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(run->program, node->u.call.callee)
          : NULL;
  return !node->n_children && !(callee && callee->body);
}

/* Return whether "model" of "node", a loss that depends on how many processors
 * there are, was measured on numbers of them far from the present one, so that
 * the structure below says more. */
static bool is_too_far(struct lcm_run *run, const lcm_node *node,
                       const lcm_model *model) {
  const lcm_cat cat = lcm_cat_find(model->category);
  double low = 0;
  double high = 0;
  double p = 0;
  if ((cat != LCM_CAT_LI && cat != LCM_CAT_SL && cat != LCM_CAT_RC) ||
      is_leaf(run, node) ||
      !lcm_source_range(&low, &high, model->source, "p") ||
      !lcm_run_derived(&p, run,
                       lcm_expr_symbol(run->ctx, lcm_intern(run->ctx, "procs"),
                                       LCM_DIM_NONE)))
    return false;
  return lcm_range_beyond(p, low, high) > LCM_FAR_BEYOND;
}

bool lcm_run_models(struct lcm_outcome *out, bool covered[LCM_MAX_CATS],
                    struct lcm_run *run, const lcm_node *node, double w,
                    bool parallel) {
  const lcm_model *time = lcm_node_model(node, "time");
  const lcm_model *work = lcm_node_model(node, "work");
  bool crew = parallel;
  size_t given = 0;
  memset(out, 0, sizeof *out);
  memset(covered, 0, LCM_MAX_CATS * sizeof *covered);
  if (time) {
    const struct lcm_price t = model_cost(run, node, time, w, parallel);
    *out = lcm_outcome_serial(t, w);
    if (parallel) {
      *out = (struct lcm_outcome){.time = t.cost + t.excess};
      out->cats[LCM_CAT_UNSPLIT] = t.cost * w;
      out->cats[LCM_CAT_RC] = t.excess * w;
    }
    return true;
  }
  if (work) {
    const struct lcm_price t = model_cost(run, node, work, w, parallel);
    *out = lcm_outcome_serial(t, w);
    if (parallel) {
      *out = (struct lcm_outcome){.time = (t.cost + t.excess) / w};
      out->cats[LCM_CAT_PC] = t.cost;
      out->cats[LCM_CAT_RC] = t.excess;
    }
    return true;
  }
  for (size_t i = 0; i < node->n_models; i++) {
    const size_t c = lcm_run_category(run, node->models[i].category);
    if (c >= run->n_cats || is_too_far(run, node, &node->models[i]))
      continue;
    crew = crew || lcm_run_is_together(&node->models[i]);
    covered[c] = true;
    given++;
    const struct lcm_price cost =
        model_cost(run, node, &node->models[i], w, parallel);
    out->cats[c] += cost.cost;
    out->cats[LCM_CAT_RC] += cost.excess;
  }
  if (!given)
    return false;
  const bool leaf = is_leaf(run, node);
  const bool all = covered[LCM_CAT_PC] && covered[LCM_CAT_LI] &&
                   covered[LCM_CAT_IP] && covered[LCM_CAT_SL] &&
                   covered[LCM_CAT_CL] && covered[LCM_CAT_RC];
  if (crew && (leaf || all || node->kind == LCM_NODE_CALL)) {
    lcm_outcome_close(out, w);
    return true;
  }
  if (leaf || (covered[LCM_CAT_PC] && !parallel)) {
    double t = 0;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      t += out->cats[c];
    out->time = t;
    out->cats[LCM_CAT_IP] += w > 1 ? (w - 1) * t : 0;
    return true;
  }
  return false;
}
