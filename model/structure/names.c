#include <string.h>

#include "model/expr/intern.h"
#include "model/structure/names.h"
#include "model/structure/structure.h"

/* Return whether "e" (or NULL) mentions "name". */
static bool has(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return whether any of the "n" expressions at "all" mentions "name". */
static bool any_has(const lcm_expr *const *all, size_t n, const char *name) {
  for (size_t i = 0; all && i < n; i++)
    if (has(all[i], name))
      return true;
  return false;
}

/* Return whether the extents of "section" mention "name". */
static bool section_has(const lcm_section *section, const char *name) {
  bool found = has(section->element, name);
  for (size_t i = 0; i < section->n_over; i++) {
    const lcm_iteration *over = &section->over[i];
    found = found || has(over->from, name) || has(over->to, name) ||
            has(over->step, name) || has(over->factor, name);
    if (!strcmp(over->index, name))
      return found;
  }
  for (size_t i = 0; i < section->n_extents; i++)
    found = found || has(section->extents[i].lower, name) ||
            has(section->extents[i].length, name);
  return found;
}

/* Return whether the indices of "of" mention "name". */
static bool instance_has(const struct lcm_instance *of, const char *name) {
  return any_has(of->indices, of->n_indices, name);
}

/* Return whether the ranges, the condition, the count or the chunk of the loop
 * "node" mention "name". */
static bool loop_has(const lcm_node *node, const char *name) {
  bool found = has(node->u.loop.count, name) || has(node->u.loop.chunk, name) ||
               has(node->u.loop.condition, name);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    found = found || has(range->from, name) || has(range->to, name) ||
            has(range->step, name) || has(range->factor, name);
  }
  return found;
}

/* Return whether "of" mentions "name". */
static bool message_has(const struct lcm_mpi_call *of, const char *name) {
  return has(of->to, name) || has(of->from, name) || has(of->root, name) ||
         has(of->bytes, name) || has(of->tag, name) ||
         has(of->from_tag, name) || has(of->slot, name) ||
         has(of->count, name) || has(of->colour, name) || has(of->key, name) ||
         any_has(of->args, of->n_args, name);
}

/* Return whether what belongs to the kind of "node" mentions "name". */
static bool kind_has(const lcm_node *node, const char *name) {
  bool found = false;
  switch ((int)node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return loop_has(node, name);
  case LCM_NODE_TEAM:
    return has(node->u.team.size, name) || has(node->u.team.when, name);
  case LCM_NODE_BRANCH:
    return any_has(node->u.branch.conditions, node->n_children, name) ||
           any_has(node->u.branch.probabilities, node->n_children, name);
  case LCM_NODE_CALL:
    return any_has(node->u.call.args, node->u.call.n_args, name) ||
           any_has(node->u.call.sizes, node->u.call.n_args, name);
  case LCM_NODE_LET:
    return has(node->u.let.value, name);
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    for (size_t i = 0; i < node->u.resource.n_instances; i++)
      found = found || instance_has(&node->u.resource.instances[i], name);
    return found || has(node->u.resource.time, name);
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    return instance_has(&node->u.condition, name);
  case LCM_NODE_TASK:
    for (size_t i = 0; i < node->u.task.n_depends; i++)
      found = found || section_has(&node->u.task.depends[i].section, name);
    return found || has(node->u.task.when, name) ||
           has(node->u.task.final_when, name);
  case LCM_NODE_TRANSFER:
    return has(node->u.transfer.bytes, name);
  case LCM_NODE_MESSAGE:
    return message_has(node->u.message, name);
  }
  return false;
}

/* A search for a name. */
struct search {
  const char *name;
  bool found;
};

/* Look for the name in what "node" says. */
static lcm_status visit(const lcm_node *node, void *user) {
  struct search *s = user;
  bool found = has(node->flops, s->name) || has(node->bytes, s->name) ||
               kind_has(node, s->name);
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    found = found || has(node->costs[i], s->name);
  for (size_t i = 0; i < node->n_models; i++)
    found = found || has(node->models[i].expr, s->name);
  for (size_t i = 0; i < node->n_with; i++)
    found = found || has(node->with[i].value, s->name);
  for (size_t i = 0; i < node->n_again; i++)
    found = found || has(node->again[i].bytes, s->name) ||
            has(node->again[i].set, s->name);
  for (size_t i = 0; i < node->n_reads; i++)
    found = found || section_has(&node->reads[i], s->name);
  for (size_t i = 0; i < node->n_writes; i++)
    found = found || section_has(&node->writes[i], s->name);
  s->found = s->found || found;
  return s->found ? LCM_EDOMAIN : LCM_OK;
}

bool lcm_node_mentions(const lcm_node *root, const char *name) {
  struct search s = {name, false};
  return lcm_node_foreach(root, visit, &s) || s.found;
}

/* Return whether the "n" subscripts at "ranges" mention "name". */
static bool subscripts_have(const struct lcm_range *ranges, size_t n,
                            const char *name) {
  for (size_t i = 0; i < n; i++)
    if (has(ranges[i].from, name) || has(ranges[i].to, name))
      return true;
  return false;
}

/* Return whether a resource, condition or draw of "program" mentions "name". */
static bool declarations_have(const lcm_program *program, const char *name) {
  bool found = false;
  for (size_t i = 0; i < program->n_resources && !found; i++) {
    const lcm_resource *resource = &program->resources[i];
    found = has(resource->multiplicity, name) || has(resource->service, name) ||
            subscripts_have(resource->ranges, resource->n_ranges, name);
  }
  for (size_t i = 0; i < program->n_conditions && !found; i++)
    found = subscripts_have(program->conditions[i].ranges,
                            program->conditions[i].n_ranges, name);
  for (size_t i = 0; i < program->n_draws && !found; i++)
    found = any_has(program->draws[i].args, program->draws[i].n_args, name);
  return found;
}

bool lcm_program_mentions(const lcm_program *program, const char *name) {
  for (size_t i = 0; i < program->n_params; i++)
    if (program->params[i].name == name)
      return true;
  return lcm_program_uses(program, name);
}

bool lcm_program_uses(const lcm_program *program, const char *name) {
  struct search s = {name, false};
  for (size_t i = 0; i < program->n_params && !s.found; i++)
    s.found = has(program->params[i].value, name) ||
              has(program->params[i].tied, name);
  s.found = s.found || declarations_have(program, name);
  for (size_t i = 0; i < program->n_functions && !s.found; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, visit, &s))
      return true;
  return s.found;
}
