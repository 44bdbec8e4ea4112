/* Calls of functions that no unit defines, as fragments with the cost that the
 * call says. */
#include <string.h>

#include "model/link/external.h"
#include "model/link/place.h"

/* Return "node" with the calls at and below it that say what they cost, of
 * functions that "program" does not define, as fragments; "node" itself where
 * there are none. */
static const lcm_node *settle(lcm_ctx *ctx, const lcm_program *program,
                              const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_node **children = NULL;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL && node->flops
          ? lcm_program_function(program, node->u.call.callee)
          : NULL;
  const bool own =
      node->kind == LCM_NODE_CALL && node->flops && !(callee && callee->body);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = settle(ctx, program, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!own && !children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (own) {
    copy->kind = LCM_NODE_FRAGMENT;
    memset(&copy->u, 0, sizeof copy->u);
    lcm_place_keep(ctx, copy, LCM_PLACE_CALL);
  }
  return copy;
}

const lcm_program *lcm_program_settle(lcm_ctx *ctx,
                                      const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  bool changed = false;
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    functions[i].body = settle(ctx, program, functions[i].body);
    changed = changed || functions[i].body != program->functions[i].body;
  }
  *copy = *program;
  copy->functions = functions;
  return changed ? copy : program;
}
