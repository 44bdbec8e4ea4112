/* Private variables that tasks share. */
#include "composer/trace/share.h"

/* What is known of the functions: whether each makes tasks, itself or through
 * what it calls. */
struct sharing {
  struct lcm_tracer *tracer;
  bool *makes;
  bool changed;
};

/* Return the function that "node" calls, NULL for none. */
static const lcm_function *callee_of(const struct sharing *s,
                                     const lcm_node *node) {
  return node->kind == LCM_NODE_CALL
             ? lcm_program_function(s->tracer->program, node->u.call.callee)
             : NULL;
}

/* Return whether something in or below "node" makes tasks, as far as that is
 * known. */
static bool makes_tasks(const struct sharing *s, const lcm_node *node) {
  const lcm_function *callee = callee_of(s, node);
  bool found = node->kind == LCM_NODE_TASK ||
               (callee && s->makes[callee - s->tracer->program->functions]);
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = makes_tasks(s, node->children[i]);
  return found;
}

/* Note the private variables that "node" or something below it passes to
 * functions that make tasks. */
static void note_passed(struct sharing *s, const lcm_node *node) {
  const lcm_function *callee = callee_of(s, node);
  if (callee && s->makes[callee - s->tracer->program->functions])
    for (size_t i = 0; node->u.call.places && i < node->u.call.n_args; i++) {
      const lcm_section *place = &node->u.call.places[i];
      for (; place && place->datum; place = place->also)
        if (place->is_private && place->key)
          lcm_map_put(lcm_ctx_arena(s->tracer->ctx), &s->tracer->shared,
                      place->key, 1);
    }
  for (size_t i = 0; i < node->n_children; i++)
    note_passed(s, node->children[i]);
}

void lcm_trace_share(struct lcm_tracer *tracer) {
  const lcm_program *program = tracer->program;
  struct sharing s = {.tracer = tracer, .changed = true};
  s.makes =
      LCM_NEW_ARRAY(lcm_ctx_arena(tracer->ctx), bool, program->n_functions + 1);
  while (s.changed) {
    s.changed = false;
    for (size_t i = 0; i < program->n_functions; i++)
      if (!s.makes[i] && program->functions[i].body)
        s.changed |= s.makes[i] = makes_tasks(&s, program->functions[i].body);
  }
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      note_passed(&s, program->functions[i].body);
}
