/* Finds how often loops run and how they are walked, and which alternative of
 * a branch is taken or how likely each is. */
#include "composer/engine/count.h"

#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/record/record.h"

static const size_t NONE = (size_t)-1;

static const char EXIT_UNKNOWN[] =
    "whether it is left here is not known; taken as never (say `// lcm: prob`)";

/* Return how likely alternative "i" of the branch "node" is where each that its
 * conditions do not rule out is as likely as the others. */
static double even_chance(struct lcm_run *run, const lcm_node *node, size_t i) {
  size_t ways = lcm_branch_ways(node);
  for (size_t k = 0; k < node->n_children && ways > 1; k++) {
    double value = 0;
    const lcm_expr *cond = node->u.branch.conditions[k];
    if (!cond || !lcm_run_derived(&value, run, cond) || value != 0)
      continue;
    if (k == i)
      return 0;
    ways--;
  }
  return 1 / (double)ways;
}

double lcm_run_chance(struct lcm_run *run, const lcm_node *node, size_t i) {
  double chance = 0;
  const lcm_expr *e =
      node->u.branch.probabilities ? node->u.branch.probabilities[i] : NULL;
  if (!node->u.branch.probabilities)
    return node->n_children > 2 ? even_chance(run, node, i) : 0.5;
  if (e)
    chance = lcm_run_cost(run, e, node->loc);
  return chance > 1 ? 1 : chance;
}

/* Return the alternative of the branch "node" of which condition "i" is not
 * known, or NONE where any of them may be. */
static size_t taken_unknown(struct lcm_run *run, const lcm_node *node, size_t i,
                            bool *random) {
  *random = lcm_branch_is_even(node, lcm_run_traits(run, node));
  if (*random) {
    const char *name = lcm_run_missing(run, node->u.branch.conditions[i]);
    if (name && !lcm_name_is_of_source(name))
      lcm_run_unknown(run, node, LCM_REASON_EVEN);
    else
      lcm_run_guessed(run, node);
    return NONE;
  }
  if (node->marks.exit) {
    lcm_run_unknown(run, node, EXIT_UNKNOWN);
    return node->n_children - 1;
  }
  lcm_run_unknown(run, node, "the condition is not known; taken as true");
  return i;
}

size_t lcm_run_taken(struct lcm_run *run, const lcm_node *node, bool *random) {
  *random = node->u.branch.probabilities != NULL;
  lcm_run_assumes(run, node);
  if (*random && node->marks.probability)
    lcm_run_guessed(run, node);
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
    if (value != 0 && i == 0 && node->marks.ends && !run->mode.found)
      lcm_run_unknown(run, node, EXIT_UNKNOWN);
    if (value != 0)
      return i;
  }
  return NONE;
}

bool lcm_run_turns_key(uint64_t *key, struct lcm_run *run,
                       const struct lcm_turns *turns) {
  *key = 0;
  for (size_t i = 0; i < turns->n; i++) {
    double value = 0;
    if (!lcm_run_derived(&value, run, turns->at[i]))
      return false;
    *key = *key * 2 + (value != 0);
  }
  return true;
}

/* Most iterations that are evaluated one by one, and of how many evenly spaced
 * ones longer loops are taken to consist. */
static const double MAX_STEPS = 1e6;
static const double SAMPLES = 1e4;

/* Return how the loop "node" is walked, whose index is multiplied as "range"
 * says, or divided. */
static struct lcm_walk walk_powers(struct lcm_run *run, const lcm_node *node,
                                   const lcm_iteration *range, bool varies) {
  struct lcm_walk walk = {.count = lcm_run_count(run, node), .each = 1};
  const bool known =
      lcm_run_derived(&walk.factor, run, range->factor) &&
      lcm_run_derived(&walk.from, run,
                      node->marks.down ? range->to : range->from);
  if (walk.count <= 0)
    return walk;
  walk.index = known ? range->index : NULL;
  walk.steps = walk.count;
  if (node->marks.down)
    walk.factor = -walk.factor;
  if (known && varies && walk.count <= MAX_STEPS)
    return walk;
  walk.steps = 1;
  walk.each = walk.count;
  return walk;
}

struct lcm_walk lcm_run_walk_of(struct lcm_run *run, const lcm_node *node,
                                const lcm_iteration *range, bool varies) {
  struct lcm_walk walk = {.count = lcm_run_count(run, node), .stride = 1};
  const bool strides =
      range &&
      (!range->step || lcm_run_derived(&walk.stride, run, range->step));
  if (range && range->factor)
    return walk_powers(run, node, range, varies);
  const bool indexed = range && (strides || !node->u.loop.count) &&
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
  return lcm_run_walk_of(
      run, node, node->u.loop.n_ranges == 1 ? node->u.loop.ranges : NULL,
      !lcm_run_is_uniform(run, node));
}

void lcm_run_step(struct lcm_run *run, const struct lcm_walk *walk, double i) {
  const double value = walk->factor > 0 ? walk->from * pow(walk->factor, i)
                       : walk->factor < 0
                           ? floor(walk->from / pow(-walk->factor, i))
                           : walk->from + i * walk->stride;
  if (walk->index)
    lcm_run_bind(run, walk->index, value);
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

/* Put the number of iterations of the loop "node" into "*count"; false where
 * that is not known. */
static bool find_count(double *count, struct lcm_run *run,
                       const lcm_node *node) {
  if (node->u.loop.count)
    return lcm_run_derived(count, run, node->u.loop.count) && *count >= 0;
  *count = 1;
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    double one = 0;
    if (!range_count(&one, run, node, i))
      return false;
    *count *= one;
  }
  return node->u.loop.n_ranges > 0;
}

bool lcm_run_knows_count(struct lcm_run *run, const lcm_node *node) {
  double count = 0;
  return find_count(&count, run, node);
}

const lcm_node *lcm_run_only_message(struct lcm_run *run, const lcm_node *node,
                                     size_t *n) {
  const lcm_node *found = NULL;
  if (!lcm_run_traits(run, node)->messages)
    return NULL;
  if (node->kind == LCM_NODE_MESSAGE) {
    ++*n;
    return node;
  }
  *n += node->kind == LCM_NODE_CALL ? 2 : 0;
  for (size_t i = 0; i < node->n_children && *n < 2; i++) {
    const lcm_node *below = lcm_run_only_message(run, node->children[i], n);
    found = below ? below : found;
  }
  return *n == 1 ? found : NULL;
}

bool lcm_run_polls(struct lcm_run *run, const lcm_node *node) {
  size_t n = 0;
  const lcm_node *at = lcm_run_only_message(run, node, &n);
  return at && lcm_message_tests(at) &&
         strcmp(at->u.message->operation, "MPI_Testany") != 0 &&
         strcmp(at->u.message->operation, "MPI_Testsome") != 0;
}

double lcm_run_count(struct lcm_run *run, const lcm_node *node) {
  double count = 1;
  if (find_count(&count, run, node))
    return count;
  if (node->kind == LCM_NODE_WHILE && lcm_run_polls(run, node))
    return 1;
  lcm_run_unknown(run, node,
                  "how often the loop runs is not known; taken as "
                  "once (say `// lcm: count`)");
  return 1;
}
