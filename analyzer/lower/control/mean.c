/* What comments say of a node, put into it. */
#include <string.h>

#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/node.h"

/* Append what "meaning" declares of the data to the accesses of "node". */
static void apply_sections(lcm_node *node, const struct lcm_meaning *meaning) {
  if (!meaning->n_inputs && !meaning->n_outputs)
    return;
  node->reads = meaning->inputs;
  node->n_reads = meaning->n_inputs;
  node->writes = meaning->outputs;
  node->n_writes = meaning->n_outputs;
}

/* Drop the attribute "key" of "node", if it has it. */
static void drop_attribute(struct lcm_lowering *l, lcm_node *node,
                           const char *key) {
  const struct lcm_attribute *all = node->attributes;
  const size_t n = node->n_attributes;
  lcm_node_set_attributes(node, NULL, 0);
  for (size_t i = 0; i < n; i++)
    if (strcmp(all[i].key, key) != 0)
      lcm_lower_attribute(l, node, all[i].key, all[i].value);
}

/* Put the probability of "meaning" into the branch "node". */
static void apply_probability(struct lcm_lowering *l, lcm_node *node,
                              const struct lcm_meaning *meaning) {
  if (node->kind != LCM_NODE_BRANCH || !meaning->probability)
    return;
  const lcm_expr **chances = LCM_NEW_ARRAY(
      lcm_ctx_arena(l->ctx), const lcm_expr *, node->n_children + 1);
  chances[0] = meaning->probability;
  if (node->n_children > 1)
    chances[1] =
        lcm_expr_sub(l->ctx, lcm_expr_int(l->ctx, 1), meaning->probability);
  node->u.branch.probabilities = chances;
  node->u.branch.conditions = NULL;
  drop_attribute(l, node, "probability");
  drop_attribute(l, node, "undecided");
}

/* Return whether "node" is a statement without a model; also what a macro with
 * several makes. */
static bool is_plain(const lcm_node *node) {
  const bool group =
      node->kind == LCM_NODE_SERIES || node->kind == LCM_NODE_LET;
  for (size_t i = 0; i < node->n_children; i++)
    if (!is_plain(node->children[i]))
      return false;
  return !node->n_models && (group || node->kind == LCM_NODE_FRAGMENT);
}

/* Return whether "node" is only how the source does what the waits and signals
 * of "meaning" say: a statement, or a loop that asks until it is so. */
static bool is_mechanism(const lcm_node *node,
                         const struct lcm_meaning *meaning) {
  const bool condition = meaning->n_waits || meaning->n_signals;
  const bool asks = meaning->n_waits && !node->n_models &&
                    node->kind == LCM_NODE_WHILE && !node->u.loop.count;
  return condition && (asks || is_plain(node));
}

/* Return "node" with the uses, waits and signals of "meaning" around it. */
static const lcm_node *surround(struct lcm_lowering *l, const lcm_node *node,
                                const struct lcm_meaning *meaning) {
  lcm_node_list nodes = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < meaning->n_waits; i++)
    LCM_LIST_ADD(arena, &nodes, meaning->waits[i]);
  for (size_t i = 0; i < meaning->n_uses; i++)
    LCM_LIST_ADD(arena, &nodes, meaning->uses[i]);
  if (!is_mechanism(node, meaning))
    LCM_LIST_ADD(arena, &nodes, node);
  for (size_t i = 0; i < meaning->n_signals; i++)
    LCM_LIST_ADD(arena, &nodes, meaning->signals[i]);
  return lcm_lower_series(l, &nodes, node->loc);
}

const lcm_node *lcm_lower_apply(struct lcm_lowering *l, lcm_node *node,
                                size_t anchor) {
  struct lcm_meaning meaning;
  return lcm_lower_meaning(&meaning, l, anchor)
             ? lcm_lower_mean(l, node, &meaning)
             : node;
}

/* Mark the models of "node" that were measured when its code was another. */
static void check_code(struct lcm_lowering *l, lcm_node *node) {
  const lcm_loc loc = node->loc;
  lcm_model *models =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_model, node->n_models + 1);
  unsigned code = 0;
  bool stale = false;
  for (size_t i = 0; i < node->n_models; i++) {
    models[i] = node->models[i];
    models[i].stale =
        models[i].source && loc.begin <= loc.end && loc.end <= l->len &&
        lcm_measured_code(&code, models[i].source) &&
        code != lcm_fingerprint_code(l->text + loc.begin, loc.end - loc.begin);
    if (models[i].stale && !stale)
      lcm_report(l->ctx, LCM_DIAG_STALE, models[i].loc,
                 "the code has changed since this was measured");
    stale = stale || models[i].stale;
  }
  if (stale)
    node->models = models;
}

/* Let the one node that "node" is without edits, if that differs, have what
 * "meaning" has put into "node". */
static void mean_plain(struct lcm_lowering *l, lcm_node *node,
                       const struct lcm_meaning *meaning) {
  if (!node->whole || node->n_whole != 1)
    return;
  lcm_node *plain = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_node);
  *plain = *node->whole;
  plain->name = node->name;
  plain->models = node->models;
  plain->n_models = node->n_models;
  plain->with = node->with;
  plain->n_with = node->n_with;
  plain->assumes = node->assumes;
  plain->n_assumes = node->n_assumes;
  plain->ignored = node->ignored;
  lcm_node_set_attributes(plain, node->attributes, node->n_attributes);
  apply_sections(plain, meaning);
  node->whole = node->part_of = plain;
}

const lcm_node *lcm_lower_mean(struct lcm_lowering *l, lcm_node *node,
                               const struct lcm_meaning *said) {
  const struct lcm_meaning meaning = *said;
  node->name = meaning.name ? meaning.name : node->name;
  node->models = meaning.models;
  node->n_models = meaning.n_models;
  node->with = meaning.with;
  node->n_with = meaning.n_with;
  node->assumes = meaning.assumes;
  node->n_assumes = meaning.n_assumes;
  node->ignored = meaning.ignored;
  if (meaning.state)
    lcm_lower_attribute(l, node, "state", meaning.state);
  if (meaning.colour)
    lcm_lower_attribute(l, node, "colour", meaning.colour);
  if (node->n_models)
    check_code(l, node);
  apply_sections(node, &meaning);
  mean_plain(l, node, &meaning);
  lcm_call_size(l, node, &meaning);
  apply_probability(l, node, &meaning);
  if (meaning.count &&
      (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
       node->kind == LCM_NODE_PARLOOP))
    node->u.loop.count = meaning.count;
  if (meaning.schedule && node->kind == LCM_NODE_PARLOOP) {
    node->u.loop.schedule = meaning.schedule;
    node->u.loop.chunk = meaning.chunk;
  }
  return surround(l, node, &meaning);
}
