/* Finds which alternative of a branch is taken, or how likely each is. */
#include "composer/engine/branch.h"
#include "composer/engine/env.h"
#include "composer/engine/record/record.h"

static const size_t NONE = (size_t)-1;

static const char EXIT_UNKNOWN[] =
    "whether it is left here is not known; taken as never (say `// lcm: prob`)";

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

/* Return the alternative of the branch "node" of which condition "i" is not
 * known, or NONE where any of them may be. */
static size_t taken_unknown(struct lcm_run *run, const lcm_node *node, size_t i,
                            bool *random) {
  if (node->marks.exit) {
    lcm_run_unknown(run, node, EXIT_UNKNOWN);
    return node->n_children - 1;
  }
  *random = node->marks.undecided;
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
