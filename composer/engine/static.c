#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record.h"
#include "composer/engine/static.h"
#include "model/expr/intern.h"
#include "model/link/place.h"
#include "model/measurement/source.h"
#include "model/sections/dependence.h"
#include "model/sections/isl_dependence.h"
#include "model/structure/categories.h"

const lcm_expr *lcm_run_bytes(struct lcm_run *run, const lcm_node *node) {
  struct lcm_facts *facts = lcm_run_facts(run, node);
  if (!facts->bytes_known) {
    facts->bytes = lcm_node_bytes(run->ctx, node);
    facts->bytes_known = true;
  }
  return facts->bytes;
}

/* Return whether the part "key" of "source" names the category "cat". */
static bool source_names(const char *source, const char *key, lcm_cat cat) {
  const char *name = lcm_cat_name(cat);
  return lcm_source_has(source, key, name, strlen(name));
}

bool lcm_run_is_together(const lcm_model *model) {
  if (lcm_amount_traits(model->category) & LCM_OF_CREW)
    return true;
  const char *at = model->source;
  size_t len = 0;
  if (at && lcm_source_next(&at, "covers", &len) &&
      !source_names(model->source, "covers", LCM_CAT_IP))
    return false;
  return lcm_expr_has(model->expr, "p") || lcm_expr_has(model->expr, "procs");
}

/* Note what is not known of the cost of "node". */
static void note_unknown(struct lcm_run *run, const lcm_node *node,
                         bool counted) {
  const char *calls = lcm_node_attribute(node, "calls");
  const char *why = lcm_node_attribute(node, "why");
  if (calls)
    lcm_run_unknown(run, node,
                    lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                     "calls %s(), whose cost is not known%s%s",
                                     calls, why ? ": " : "", why ? why : ""));
  else if (!counted)
    lcm_run_unknown(run, node, "a fragment whose cost is not known");
}

/* Note that the computation of what "of" ("len" bytes) names in "function" was
 * measured, and stands in a model of "node": "PLACE" or, of some categories
 * alone, "PLACE:pc,li". */
static void note_elsewhere(struct lcm_run *run, const lcm_function *function,
                           const lcm_node *node, const char *of, size_t len) {
  const char *colon = memchr(of, ':', len);
  const size_t place = colon ? (size_t)(colon - of) : len;
  const char *only = colon
                         ? lcm_arena_printf(lcm_ctx_arena(run->ctx), "of=%.*s",
                                            (int)(len - place - 1), colon + 1)
                         : NULL;
  const lcm_node *other = lcm_place_in(function, of, place);
  if (other && other != node && (!only || source_names(only, "of", LCM_CAT_PC)))
    lcm_run_facts(run, other)->elsewhere = true;
}

/* Note which nodes of "function" the models at "node" and below were measured
 * at. */
static void find_elsewhere(struct lcm_run *run, const lcm_function *function,
                           const lcm_node *node) {
  const char *before = NULL;
  for (size_t i = 0; i < node->n_models; i++) {
    const char *source = node->models[i].source;
    const char *at = source;
    size_t len = 0;
    if (!source || source == before ||
        !source_names(source, "covers", LCM_CAT_PC))
      continue;
    for (const char *of = lcm_source_next(&at, "of", &len); of;
         of = lcm_source_next(&at, "of", &len))
      note_elsewhere(run, function, node, of, len);
    before = source;
  }
  for (size_t i = 0; i < node->n_children; i++)
    find_elsewhere(run, function, node->children[i]);
}

void lcm_run_find_elsewhere(struct lcm_run *run) {
  for (size_t i = 0; i < run->program->n_functions; i++)
    if (run->program->functions[i].body)
      find_elsewhere(run, &run->program->functions[i],
                     run->program->functions[i].body);
}

struct lcm_price lcm_run_static(struct lcm_run *run, const lcm_node *node) {
  double flops = 0;
  double bytes = 0;
  if (lcm_run_facts(run, node)->elsewhere)
    return (struct lcm_price){0, 0};
  const bool counted = lcm_run_derived(&flops, run, node->flops);
  note_unknown(run, node, counted);
  (void)lcm_run_derived(&bytes, run, lcm_run_bytes(run, node));
  if (!counted || bytes < 0)
    return (struct lcm_price){0, 0};
  const double compute = flops * lcm_run_machine(run, "flop", 1, 1, 1);
  return bytes > 0 ? lcm_run_roofline(run, node, compute)
                   : (struct lcm_price){compute, 0};
}
