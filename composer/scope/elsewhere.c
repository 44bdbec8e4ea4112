/* Finds the fragments whose cost was measured with another node. */
#include <string.h>

#include "composer/scope/elsewhere.h"
#include "composer/scope/nodes.h"
#include "model/link/link.h"
#include "model/measurement/measurement.h"

/* Note that the computation of what "of" ("len" bytes) names in "function" was
 * measured, and stands in a model of "node": "PLACE" or, of some categories
 * alone, "PLACE:pc,li". */
static void note_elsewhere(struct lcm_facts_table *table,
                           const lcm_function *function, const lcm_node *node,
                           const char *of, size_t len) {
  const char *colon = memchr(of, ':', len);
  const size_t place = colon ? (size_t)(colon - of) : len;
  const char *only =
      colon ? lcm_arena_printf(lcm_ctx_arena(table->ctx), "of=%.*s",
                               (int)(len - place - 1), colon + 1)
            : NULL;
  const lcm_node *other = lcm_place_in(function, of, place);
  if (other && other != node &&
      (!only || lcm_source_names(only, "of", LCM_CAT_PC)))
    lcm_facts_of(table, other)->elsewhere = true;
}

/* Note which nodes of "function" the models at "node" and below were measured
 * at. */
static void find_elsewhere(struct lcm_facts_table *table,
                           const lcm_function *function, const lcm_node *node) {
  const char *before = NULL;
  for (size_t i = 0; i < node->n_models; i++) {
    const char *source = node->models[i].source;
    const char *at = source;
    size_t len = 0;
    if (!source || source == before ||
        !lcm_source_names(source, "covers", LCM_CAT_PC))
      continue;
    for (const char *of = lcm_source_next(&at, "of", &len); of;
         of = lcm_source_next(&at, "of", &len))
      note_elsewhere(table, function, node, of, len);
    before = source;
  }
  for (size_t i = 0; i < node->n_children; i++)
    find_elsewhere(table, function, node->children[i]);
}

bool lcm_facts_are_elsewhere(struct lcm_facts_table *table,
                             const lcm_node *node) {
  const lcm_program *program = table->program;
  const bool fresh = !table->searched;
  table->searched = true;
  for (size_t i = 0; i < program->n_functions && fresh; i++)
    if (program->functions[i].body)
      find_elsewhere(table, &program->functions[i], program->functions[i].body);
  return lcm_facts_of(table, node)->elsewhere;
}
