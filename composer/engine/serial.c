#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/record.h"
#include "composer/engine/sample.h"
#include "composer/engine/score.h"
#include "composer/engine/script.h"
#include "composer/engine/serial.h"
#include "composer/engine/static.h"
#include "composer/engine/team/depend.h"
#include "composer/engine/team/task.h"
#include "composer/engine/team/team.h"
#include "composer/engine/uniform.h"
#include "composer/formula/sums.h"
#include "composer/rules/price.h"
#include "model/expr/build.h"
#include "model/expr/intern.h"

static const size_t NONE = (size_t)-1;

/* Most iterations that are evaluated one by one, and of how many evenly spaced
 * ones longer loops are taken to consist. */
static const double MAX_STEPS = 1e6;
static const double SAMPLES = 1e4;

/* Calls of functions that are not recursive, behind recursion that is too
 * deep: it is the recursive one that an error speaks of. */
enum { MORE_CALLS = 100 };

static const char EXIT_UNKNOWN[] =
    "whether it is left here is not known; taken as never (say `// lcm: prob`)";

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
  if (run->pieces && !parallel)
    lcm_run_piece(run, (struct lcm_piece){0, price.cost, memory_of(run)});
  else
    price.excess =
        price.cost * (lcm_run_contention(run, value, w, parallel) - 1);
  return price;
}

/* Return how the loop "node" with the index of "range" (NULL: none) is walked,
 * whose iterations differ where "varies" and otherwise all cost what the
 * middle one does. */
static struct lcm_walk walk_of(struct lcm_run *run, const lcm_node *node,
                               const lcm_iteration *range, bool varies) {
  struct lcm_walk walk = {.count = lcm_run_count(run, node), .stride = 1};
  const bool strides =
      range &&
      (!range->step || lcm_run_derived(&walk.stride, run, range->step));
  const bool indexed = range && !range->factor &&
                       (strides || !node->u.loop.count) &&
                       lcm_run_derived(&walk.from, run, range->from);
  walk.index = indexed ? range->index : NULL;
  if (walk.count <= 0)
    return walk;
  if (!indexed || !varies) {
    walk.steps = 1;
    walk.each = walk.count;
    walk.from += floor(walk.count / 2) * walk.stride;
    return walk;
  }
  walk.steps = walk.count <= MAX_STEPS ? walk.count : SAMPLES;
  walk.each = walk.count / walk.steps;
  walk.from += (walk.each - 1) / 2 * walk.stride;
  walk.stride *= walk.each;
  return walk;
}

struct lcm_walk lcm_run_walk(struct lcm_run *run, const lcm_node *node) {
  return walk_of(run, node,
                 node->u.loop.n_ranges == 1 ? node->u.loop.ranges : NULL,
                 !lcm_run_is_uniform(run, node));
}

void lcm_run_step(struct lcm_run *run, const struct lcm_walk *walk, double i) {
  if (walk->index)
    lcm_run_bind(run, walk->index, walk->from + i * walk->stride);
}

/* Return the cost of all iterations of "node" by the model "model", which may
 * depend on the index. */
static struct lcm_price iterations_cost(struct lcm_run *run,
                                        const lcm_node *node,
                                        const lcm_model *model, double w,
                                        bool parallel) {
  const size_t bound = run->env.n;
  const double scale = run->scale;
  const lcm_iteration *range =
      node->u.loop.n_ranges ? node->u.loop.ranges : NULL;
  const bool varies = range && lcm_expr_has(model->expr, range->index);
  const struct lcm_walk walk = walk_of(run, node, range, varies);
  struct lcm_price sum = {0, 0};
  run->scale = scale * walk.each;
  for (double i = 0; i < walk.steps && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    const struct lcm_price one = lcm_run_price(run, model, w, parallel);
    sum.cost += one.cost * walk.each;
    sum.excess += one.excess * walk.each;
    run->env.n = bound;
  }
  run->scale = scale;
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

/* Return the outcome of serial work "price" by one of "w" processors. */
static struct lcm_outcome serial_price(struct lcm_price price, double w) {
  const double t = price.cost + price.excess;
  struct lcm_outcome out = {.time = t};
  out.cats[LCM_CAT_PC] = (w < 1 ? w : 1) * price.cost;
  out.cats[LCM_CAT_RC] = (w < 1 ? w : 1) * price.excess;
  out.cats[LCM_CAT_IP] = w > 1 ? (w - 1) * t : 0;
  return out;
}

/* Return the outcome of serial work of "t" seconds by one of "w". */
static struct lcm_outcome serial_work(double t, double w) {
  return serial_price((struct lcm_price){t, 0}, w);
}

/* Make the outcome of the categories in "out", all given, on "w" processors:
 * the elapsed time is their sum over w. */
static void close_categories(struct lcm_outcome *out, double w) {
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
    *out = serial_price(t, w);
    if (parallel) {
      *out = (struct lcm_outcome){.time = t.cost + t.excess};
      out->cats[LCM_CAT_UNSPLIT] = t.cost * w;
      out->cats[LCM_CAT_RC] = t.excess * w;
    }
    return true;
  }
  if (work) {
    const struct lcm_price t = model_cost(run, node, work, w, parallel);
    *out = serial_price(t, w);
    if (parallel) {
      *out = (struct lcm_outcome){.time = (t.cost + t.excess) / w};
      out->cats[LCM_CAT_PC] = t.cost;
      out->cats[LCM_CAT_RC] = t.excess;
    }
    return true;
  }
  for (size_t i = 0; i < node->n_models; i++) {
    const size_t c = lcm_run_category(run, node->models[i].category);
    if (c >= run->n_cats)
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
    close_categories(out, w);
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

/* Return how often "range", which multiplies its index, is run; false where
 * that is not known. */
static bool growing_count(double *out, struct lcm_run *run,
                          const lcm_iteration *range) {
  double from = 0;
  double to = 0;
  double factor = 0;
  if (!lcm_run_derived(&from, run, range->from) ||
      !lcm_run_derived(&to, run, range->to) ||
      !lcm_run_derived(&factor, run, range->factor) || factor <= 1 || from <= 0)
    return false;
  *out = to < from ? 0 : floor(log(to / from) / log(factor) + 1e-9) + 1;
  return true;
}

/* Return the difference of the ends of range "i" of the loop "node": exact,
 * however large they are; NULL where there is none. */
static const lcm_expr *length_of(struct lcm_run *run, const lcm_node *node,
                                 size_t i) {
  struct lcm_facts *facts = lcm_run_facts(run, node);
  if (!facts->lengths) {
    facts->lengths = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), const lcm_expr *,
                                   node->u.loop.n_ranges);
    for (size_t k = 0; k < node->u.loop.n_ranges; k++) {
      const lcm_iteration *range = &node->u.loop.ranges[k];
      if (range->from && range->to)
        facts->lengths[k] = lcm_expr_sub(run->ctx, range->to, range->from);
    }
  }
  return facts->lengths[i];
}

/* Return the iterations of range "i" of the loop "node"; false where they are
 * not known. */
static bool range_count(double *out, struct lcm_run *run, const lcm_node *node,
                        size_t i) {
  const lcm_iteration *range = &node->u.loop.ranges[i];
  double length = 0;
  double step = 1;
  if (range->factor)
    return growing_count(out, run, range);
  if (!lcm_run_derived(&length, run, length_of(run, node, i)) ||
      (range->step && !lcm_run_derived(&step, run, range->step)) || step <= 0)
    return false;
  *out = length < 0 ? 0 : floor(length / step + 1e-9) + 1;
  return true;
}

double lcm_run_count(struct lcm_run *run, const lcm_node *node) {
  double count = 1;
  if (node->u.loop.count) {
    if (lcm_run_derived(&count, run, node->u.loop.count) && count >= 0)
      return count;
  } else if (node->u.loop.n_ranges) {
    bool known = true;
    for (size_t i = 0; i < node->u.loop.n_ranges && known; i++) {
      double one = 0;
      known = range_count(&one, run, node, i);
      count *= one;
    }
    if (known)
      return count;
  }
  if (node->kind == LCM_NODE_WHILE && lcm_node_polls(node))
    return 1;
  lcm_run_unknown(run, node,
                  "how often the loop runs is not known; taken as "
                  "once (say `// lcm: count`)");
  return 1;
}

const lcm_expr *lcm_call_argument(const lcm_node *node, size_t i) {
  if (i >= node->u.call.n_args)
    return NULL;
  return node->u.call.sizes && node->u.call.sizes[i] ? node->u.call.sizes[i]
                                                     : node->u.call.args[i];
}

/* Return the bindings of the calls at the present depth, empty; they are taken
 * up again when the call is left. */
static lcm_env take_frame(struct lcm_run *run) {
  const lcm_env none = {0};
  if (!run->frames)
    run->frames = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), lcm_env,
                                LCM_MAX_CALL_DEPTH + MORE_CALLS + 2);
  lcm_env frame = run->frames[run->depth];
  run->frames[run->depth] = none;
  frame.n = 0;
  return frame;
}

/* Add "binding" to "env". */
static void add_binding(struct lcm_run *run, lcm_env *env,
                        lcm_binding binding) {
  if (env->n == env->cap)
    env->at = lcm_list_grow(lcm_ctx_arena(run->ctx), env->at, &env->cap,
                            sizeof *env->at);
  env->at[env->n++] = binding;
}

/* Return what the body of "callee", called at "node", knows: what holds
 * everywhere, the team, and its parameters. */
static lcm_env frame_of(struct lcm_run *run, const lcm_node *node,
                        const lcm_function *callee) {
  lcm_env inner = take_frame(run);
  for (size_t i = 0; i < run->env.n; i++) {
    const char *name = run->env.at[i].name;
    if (i < run->globals || name == run->names->p || name == run->names->team ||
        name == run->names->thread || name == run->names->parts ||
        name == run->names->rank || name == run->names->ranks)
      add_binding(run, &inner, run->env.at[i]);
  }
  for (size_t i = 0; i < callee->n_params; i++) {
    double value = 0;
    if (lcm_run_derived(&value, run, lcm_call_argument(node, i)))
      add_binding(run, &inner, (lcm_binding){callee->params[i], value});
  }
  return inner;
}

/* Return the path of what is called at "node". */
static const char *path_of(struct lcm_run *run, const lcm_node *node) {
  char text[512];
  const int n = snprintf(text, sizeof text, "%s%s/%u>", run->path,
                         run->function->key, node->id);
  return n < (int)sizeof text
             ? lcm_intern_n(run->ctx, text, (size_t)n)
             : lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s%s/%u>", run->path,
                                run->function->key, node->id);
}

/* Return a variable whose value would settle what is not known in "callee", or
 * NULL. */
static const char *settling(const struct lcm_run *run,
                            const lcm_function *callee) {
  const lcm_loc inside = callee->body->loc;
  for (size_t i = 0; run->noted && i < run->noted->unknown.n; i++) {
    const struct lcm_unknown *unknown = &run->noted->unknown.at[i];
    if (unknown->name && unknown->loc.file == inside.file &&
        unknown->loc.begin >= inside.begin && unknown->loc.begin < inside.end)
      return unknown->name;
  }
  return NULL;
}

/* Report that the recursion of "callee" at "node" does not end. */
static void report_recursion(struct lcm_run *run, const lcm_node *node,
                             const lcm_function *callee) {
  const char *name = settling(run, callee);
  const char *hint =
      name ? lcm_arena_printf(lcm_ctx_arena(run->ctx),
                              "give '%s' a value with -D %s=..., or ", name,
                              name)
           : "";
  lcm_report(run->ctx, LCM_DIAG_RECURSION, node->loc,
             "the recursion of '%s' does not end: %ssay how its parameters "
             "change with `// lcm: size %s(...)`",
             callee->name, hint, callee->name);
}

/* Return whether "function" is being executed. */
static bool is_called_around(const struct lcm_run *run,
                             const lcm_function *function) {
  const size_t n = strlen(function->key);
  const char *at = run->path;
  if (run->function == function)
    return true;
  while ((at = strstr(at, function->key)) != NULL) {
    if ((at == run->path || at[-1] == '>') && at[n] == '/')
      return true;
    at += n;
  }
  return false;
}

bool lcm_run_enter(struct lcm_run *run, const lcm_node *node,
                   struct lcm_run *saved, const lcm_node **body) {
  const lcm_function *callee =
      lcm_program_function(run->program, node->u.call.callee);
  if (!callee || !callee->body)
    return false;
  if (run->depth > LCM_MAX_CALL_DEPTH &&
      (is_called_around(run, callee) ||
       run->depth > LCM_MAX_CALL_DEPTH + MORE_CALLS)) {
    if (!run->status)
      report_recursion(run, node, callee);
    run->status = LCM_EDOMAIN;
    return false;
  }
  const lcm_env inner = frame_of(run, node, callee);
  const lcm_section *pointees = lcm_run_traits(run, callee->body)->depends
                                    ? lcm_run_pointees(run, node, callee)
                                    : NULL;
  *saved = *run;
  run->env = inner;
  run->path = path_of(run, node);
  run->function = callee;
  run->pointees = pointees;
  run->depth++;
  memset(&run->member_values, 0, sizeof run->member_values);
  lcm_record_enter(run, callee->body);
  *body = callee->body;
  return true;
}

bool lcm_run_enter_members(struct lcm_run *run, const struct lcm_team *team,
                           const lcm_node *node, struct lcm_run *saved,
                           const lcm_node **body) {
  const lcm_function *callee =
      lcm_program_function(run->program, node->u.call.callee);
  const size_t n = callee && callee->body ? callee->n_params : 0;
  struct lcm_run inner = {0};
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *arg = lcm_call_argument(node, i);
    if (!lcm_run_by_member(run, arg))
      continue;
    lcm_run_add_member_value(run, team, callee->params[i], arg);
    const struct lcm_member_value last =
        run->member_values.at[--run->member_values.n];
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &inner.member_values, last);
  }
  if (!lcm_run_enter(run, node, saved, body))
    return false;
  run->member_values = inner.member_values;
  return true;
}

void lcm_run_leave(struct lcm_run *run, const struct lcm_run *saved) {
  run->frames[saved->depth] = run->env;
  run->env = saved->env;
  run->path = saved->path;
  run->parent = saved->parent;
  run->function = saved->function;
  run->pointees = saved->pointees;
  run->depth = saved->depth;
  run->member_values = saved->member_values;
}

double lcm_run_chance(struct lcm_run *run, const lcm_node *node, size_t i) {
  double chance = 0;
  const lcm_expr *e =
      node->u.branch.probabilities ? node->u.branch.probabilities[i] : NULL;
  if (!node->u.branch.probabilities)
    return 0.5;
  if (e)
    chance = lcm_run_cost(run, e, node->loc);
  return chance > 1 ? 1 : chance;
}

bool lcm_branch_is_guessed(const lcm_node *node) {
  return lcm_node_attribute(node, "exit") &&
         lcm_node_attribute(node, "assumed") && !node->u.branch.probabilities;
}

/* Return the alternative of the branch "node" of which condition "i" is not
 * known, or NONE where any of them may be. */
static size_t taken_unknown(struct lcm_run *run, const lcm_node *node, size_t i,
                            bool *random) {
  if (lcm_node_attribute(node, "exit")) {
    lcm_run_unknown(run, node, EXIT_UNKNOWN);
    return node->n_children - 1;
  }
  *random = lcm_node_attribute(node, "undecided") != NULL;
  if (*random)
    return NONE;
  lcm_run_unknown(run, node, "the condition is not known; taken as true");
  return i;
}

size_t lcm_run_taken(struct lcm_run *run, const lcm_node *node, bool *random) {
  *random = node->u.branch.probabilities != NULL;
  if (*random)
    return NONE;
  if (lcm_branch_is_guessed(node))
    lcm_run_unknown(run, node, EXIT_UNKNOWN);
  for (size_t i = 0; i < node->n_children; i++) {
    double value = 0;
    const lcm_expr *cond =
        node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
    if (!cond)
      return i;
    if (!lcm_run_derived(&value, run, cond))
      return taken_unknown(run, node, i, random);
    if (value != 0)
      return i;
  }
  return NONE;
}

/* Execute the children of "node" one after the other. */
static struct lcm_outcome run_series(struct lcm_run *run, const lcm_node *node,
                                     double w) {
  struct lcm_outcome out = {0};
  const size_t bound = run->env.n;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_outcome one = lcm_run_serial(run, node->children[i], w);
    lcm_outcome_add(&out, &one, 1);
  }
  run->env.n = bound;
  return out;
}

/* Execute the loop "node". */
static struct lcm_outcome run_loop(struct lcm_run *run, const lcm_node *node,
                                   double w) {
  struct lcm_outcome out = {0};
  const struct lcm_walk walk = lcm_run_walk(run, node);
  const double scale = run->scale;
  const size_t bound = run->env.n;
  const struct lcm_sums *sums = walk.steps >= lcm_run_min_summed(run)
                                    ? lcm_run_sums(run, node, w, walk.count)
                                    : NULL;
  if (sums) {
    out = lcm_sums_outcome(run, sums, w, (const double[]){0, walk.count - 1});
    if (lcm_run_samples(run))
      lcm_run_sample(run, node, w, walk.count, &out);
    return out;
  }
  run->scale = scale * walk.each;
  for (double i = 0; i < walk.steps && node->n_children && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    const struct lcm_outcome one = lcm_run_serial(run, node->children[0], w);
    lcm_outcome_add(&out, &one, walk.each);
    run->env.n = bound;
  }
  run->scale = scale;
  return out;
}

/* Execute the branch "node": the alternative taken, or all by their chance. */
static struct lcm_outcome run_branch(struct lcm_run *run, const lcm_node *node,
                                     double w) {
  struct lcm_outcome out = {0};
  bool random = false;
  const double scale = run->scale;
  const size_t taken = lcm_run_taken(run, node, &random);
  if (taken != NONE)
    return lcm_run_serial(run, node->children[taken], w);
  for (size_t i = 0; random && i < node->n_children; i++) {
    const double chance = lcm_run_chance(run, node, i);
    run->scale = scale * chance;
    const struct lcm_outcome one = lcm_run_serial(run, node->children[i], w);
    lcm_outcome_add(&out, &one, chance);
  }
  run->scale = scale;
  return out;
}

/* Execute the call "node". */
static struct lcm_outcome run_call(struct lcm_run *run, const lcm_node *node,
                                   double w) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  struct lcm_outcome out = {0};
  if (!lcm_run_enter(run, node, &saved, &body)) {
    if (!run->status)
      lcm_run_unknown(run, node, "an external function without a model");
    return out;
  }
  out = lcm_run_serial(run, body, w);
  lcm_run_leave(run, &saved);
  return out;
}

/* Execute the call "node", each call with the same arguments that it comes to
 * once. */
static struct lcm_outcome run_recursion(struct lcm_run *run,
                                        const lcm_node *node, double w) {
  double span = 0;
  return lcm_run_tasks(run, node, w, &span);
}

/* Return the communication loss that reading at "node" costs: one transfer for
 * each movement that ends here. */
static double movement_cost(struct lcm_run *run, const lcm_node *node) {
  double cost = 0;
  const bool read = lcm_run_facts(run, node)->read;
  for (size_t i = 0; read && i < run->data->n_movements; i++) {
    const lcm_movement *movement = &run->data->movements[i];
    double bytes = 0;
    if (!lcm_movement_is_read_at(movement, node))
      continue;
    (void)lcm_run_derived(&bytes, run, movement->bytes);
    cost += lcm_run_transfer(run, bytes);
  }
  return cost;
}

/* Execute what lies below "node". */
static struct lcm_outcome run_kind(struct lcm_run *run, const lcm_node *node,
                                   double w) {
  struct lcm_outcome out = {0};
  double span = 0;
  switch (node->kind) {
  case LCM_NODE_SERIES:
    return run_series(run, node, w);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return run_loop(run, node, w);
  case LCM_NODE_BRANCH:
    return run_branch(run, node, w);
  case LCM_NODE_CALL:
    return lcm_run_is_recursion(run, node) ? run_recursion(run, node, w)
                                           : run_call(run, node, w);
  case LCM_NODE_TEAM:
    return node->u.team.kind == LCM_TEAM_RANKS ? lcm_run_ranks(run, node, w)
                                               : lcm_run_team(run, node, w);
  case LCM_NODE_PARALLEL:
    if (!node->u.parallel.worksharing)
      return lcm_run_parallel(run, node, w);
    return run_series(run, node, w);
  case LCM_NODE_PARLOOP:
    if (!node->u.loop.worksharing) {
      lcm_node team = {.kind = LCM_NODE_TEAM,
                       .id = node->id,
                       .children = &node,
                       .n_children = 1};
      return lcm_run_team(run, &team, w);
    }
    return run_loop(run, node, w);
  case LCM_NODE_LET: {
    double value = 0;
    if (lcm_run_derived(&value, run, node->u.let.value))
      lcm_run_bind(run, node->u.let.name, value);
    return out;
  }
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
    return lcm_run_tasks(run, node, w, &span);
  case LCM_NODE_USING:
    out = run_series(run, node, w);
    if (run->estimated)
      lcm_run_possess(run, node, out.time);
    return out;
  case LCM_NODE_USE:
    return serial_work(lcm_run_cost(run, node->u.resource.time, node->loc), w);
  case LCM_NODE_TRANSFER: {
    double bytes = 0;
    (void)lcm_run_derived(&bytes, run, node->u.transfer.bytes);
    out = serial_work(lcm_run_transfer(run, bytes), w);
    out.cats[LCM_CAT_CL] = out.cats[LCM_CAT_PC];
    out.cats[LCM_CAT_PC] = 0;
    return out;
  }
  case LCM_NODE_MESSAGE:
    lcm_run_unknown(run, node,
                    "a message of one thread of a team, or outside "
                    "the ranks");
    return out;
  case LCM_NODE_OPAQUE:
    lcm_run_unknown(run, node, node->u.opaque.reason);
    return out;
  case LCM_NODE_FRAGMENT:
    return serial_price(lcm_run_static(run, node), w);
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODE_COUNT:
    break;
  }
  return out;
}

/* Replace in "out" the categories that models give, on "w" processors, of which
 * one executes "serial" code. */
static void apply_covered(struct lcm_outcome *out,
                          const struct lcm_outcome *given,
                          const bool covered[LCM_MAX_CATS], double w,
                          bool serial) {
  bool any = false;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    if (covered[c]) {
      out->cats[c] = given->cats[c];
      any = true;
    }
  if (any)
    out->score = NULL;
  if (any && serial && w > 1) {
    out->cats[LCM_CAT_IP] = 0;
    close_categories(out, 1);
    out->cats[LCM_CAT_IP] = (w - 1) * out->time;
  } else if (any)
    close_categories(out, w);
}

/* Return where the cost of "node" comes from. */
static const char *provenance_of(const lcm_node *node) {
  if (!node->n_models)
    return node->kind == LCM_NODE_FRAGMENT ? "derived" : "composed";
  return node->models[0].provenance == LCM_PROV_MEASURED ? "measured"
                                                         : "annotated";
}

/* Bind what the `with` clauses of "node" say of other names than p, which its
 * parent reads. */
static void apply_with(struct lcm_run *run, const lcm_node *node) {
  for (size_t i = 0; i < node->n_with; i++)
    if (strcmp(node->with[i].name, "p") != 0)
      lcm_run_bind(run, node->with[i].name,
                   lcm_run_cost(run, node->with[i].value, node->loc));
}

struct lcm_outcome lcm_run_serial(struct lcm_run *run, const lcm_node *node,
                                  double w) {
  struct lcm_outcome out = {0};
  struct lcm_outcome given;
  bool covered[LCM_MAX_CATS];
  const size_t bound = run->env.n;
  if (run->status || node->ignored)
    return out;
  if (node->kind == LCM_NODE_LET)
    return run_kind(run, node, w);
  if (node->n_with)
    apply_with(run, node);
  lcm_run_bind(run, run->names->p, w);
  const size_t record = lcm_record_open(run, node);
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  const bool team =
      node->kind == LCM_NODE_TEAM || (node->kind == LCM_NODE_PARLOOP && w > 1);
  if (lcm_run_models(&given, covered, run, node, w, team))
    out = given;
  else if (traits->tasks && traits->waits && node->kind != LCM_NODE_CALL &&
           node->kind != LCM_NODE_TEAM && run->team) {
    double span = 0;
    out = lcm_run_tasks(run, node, w, &span);
  } else {
    out = run_kind(run, node, w);
    apply_covered(&out, &given, covered, w, !team && !traits->parallel);
  }
  const double moved = movement_cost(run, node);
  out.time += moved;
  out.cats[LCM_CAT_CL] += moved;
  out.cats[LCM_CAT_IP] += w > 1 ? (w - 1) * moved : 0;
  lcm_score_close(run, node, &out, w);
  lcm_run_assumes(run, node);
  lcm_record_close(run, record, &out, w, provenance_of(node));
  run->env.n = bound;
  return out;
}
