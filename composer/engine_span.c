#include <math.h>
#include <string.h>

#include "composer/engine_internal.h"

static const size_t NONE = (size_t)-1;

/* Return the span of the branch "node": of what is taken, or the mean. */
static double span_of_branch(struct lcm_run *run, const lcm_node *node,
                             double w) {
  bool random = false;
  double span = 0;
  const size_t taken = lcm_run_taken(run, node, &random);
  if (taken != NONE)
    return lcm_run_span(run, node->children[taken], w);
  for (size_t i = 0; random && i < node->n_children; i++)
    span +=
        lcm_run_chance(run, node, i) * lcm_run_span(run, node->children[i], w);
  return span;
}

/* Return the largest span of the children of "node". */
static double largest(struct lcm_run *run, const lcm_node *node, double w) {
  double span = 0;
  for (size_t i = 0; i < node->n_children; i++)
    span = fmax(span, lcm_run_span(run, node->children[i], w));
  return span;
}

/* Return the sum of the spans of the children of "node". */
static double total(struct lcm_run *run, const lcm_node *node, double w) {
  double span = 0;
  const size_t bound = run->env.n;
  for (size_t i = 0; i < node->n_children; i++)
    span += lcm_run_span(run, node->children[i], w);
  run->env.n = bound;
  return span;
}

/* Return the span of the loop "node": all iterations of a sequential one, the
 * longest one of a parallel one. */
static double span_of_loop(struct lcm_run *run, const lcm_node *node,
                           double w) {
  const struct lcm_walk walk = lcm_run_walk(run, node);
  const size_t bound = run->env.n;
  double sum = 0;
  double longest = 0;
  const struct lcm_sums *sums =
      walk.steps >= LCM_MIN_SUMMED && node->kind != LCM_NODE_PARLOOP
          ? lcm_run_sums(run, node, w, walk.count)
          : NULL;
  if (sums)
    return lcm_sums_outcome(run, sums, w, (const double[]){0, walk.count - 1})
        .time;
  for (double i = 0; i < walk.steps && node->n_children && !run->status; i++) {
    lcm_run_step(run, &walk, i);
    const double one = lcm_run_span(run, node->children[0], w);
    sum += one * walk.each;
    longest = fmax(longest, one);
    run->env.n = bound;
  }
  return node->kind == LCM_NODE_PARLOOP ? longest : sum;
}

/* Return the span of "node" by its models (of a parallel loop: of one
 * iteration), negative where they do not cover it. */
static double span_of_model(struct lcm_run *run, const lcm_node *node,
                            double w) {
  struct lcm_outcome out;
  bool covered[LCM_MAX_CATS];
  const bool loop = node->kind == LCM_NODE_PARLOOP;
  const double count = loop ? lcm_run_count(run, node) : 1;
  const bool all = lcm_run_models(&out, covered, run, node, w, loop && w > 1);
  if (loop && (all || covered[LCM_CAT_PC]))
    return count > 0
               ? (out.cats[LCM_CAT_PC] + out.cats[LCM_CAT_UNSPLIT] / w) / count
               : 0;
  return all ? out.time : -1;
}

double lcm_run_span(struct lcm_run *run, const lcm_node *node, double w) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  double span = 0;
  if (run->status || node->ignored)
    return 0;
  if (node->n_models) {
    span = span_of_model(run, node, w);
    if (span >= 0)
      return span;
    span = 0;
  }
  if (lcm_run_traits(run, node)->tasks && node->kind != LCM_NODE_TEAM &&
      !lcm_run_traits(run, node)->parallel) {
    (void)lcm_run_tasks(run, node, 1, &span);
    return span;
  }
  switch ((int)node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return span_of_loop(run, node, w);
  case LCM_NODE_BRANCH:
    return span_of_branch(run, node, w);
  case LCM_NODE_PARALLEL:
    return largest(run, node, w / fmax(1, (double)node->n_children));
  case LCM_NODE_CALL:
    if (lcm_run_enter(run, node, &saved, &body)) {
      span = lcm_run_span(run, body, w);
      lcm_run_leave(run, &saved);
    }
    return span;
  case LCM_NODE_LET:
    if (lcm_run_derived(&span, run, node->u.let.value))
      lcm_run_bind(run, node->u.let.name, span);
    return 0;
  case LCM_NODE_FRAGMENT:
    return lcm_run_static(run, node).cost;
  case LCM_NODE_USE:
    return lcm_run_cost(run, node->u.resource.time, node->loc);
  case LCM_NODE_TEAM: {
    if (node->u.team.kind == LCM_TEAM_RANKS)
      return lcm_run_ranks(run, node, w).time;
    const size_t bound = run->env.n;
    lcm_run_bind(run, run->names->team, fmax(1, floor(w)));
    lcm_run_bind(run, run->names->thread, 0);
    span = total(run, node, w);
    run->env.n = bound;
    return span;
  }
  }
  return total(run, node, w);
}
