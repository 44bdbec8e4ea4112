/* Makes programs with other models. */
#include "composer/predict/movement/rewrite.h"

#include <string.h>

/* A program being rewritten. */
struct rewriting {
  lcm_arena *arena;
  lcm_remodel *remodel;
  void *user;
};

/* Return "node", executed by the members of a team ("crew") or by one
 * processor, with other models in it. */
static const lcm_node *rewrite(const struct rewriting *r, const lcm_node *node,
                               bool crew) {
  const lcm_node **children = NULL;
  bool whole = false;
  crew = crew || node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARLOOP;
  const lcm_node *own = r->remodel(r->user, node, crew, &whole);
  const bool together = crew && node->kind != LCM_NODE_PARLOOP &&
                        node->kind != LCM_NODE_PARALLEL &&
                        node->kind != LCM_NODE_TASK;
  for (size_t i = 0; i < node->n_children && !whole; i++) {
    const lcm_node *child = rewrite(r, node->children[i], together);
    if (child != node->children[i] && !children) {
      children = LCM_NEW_ARRAY(r->arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    if (children)
      children[i] = child;
  }
  if (!children)
    return own;
  lcm_node *copy = LCM_NEW(r->arena, lcm_node);
  *copy = *own;
  copy->children = children;
  return copy;
}

const lcm_program *lcm_program_remodel(lcm_ctx *ctx, const lcm_program *program,
                                       lcm_remodel *remodel, void *user) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const struct rewriting r = {arena, remodel, user};
  const size_t n = program->n_functions;
  lcm_function *functions = LCM_NEW_ARRAY(arena, lcm_function, n + 1);
  bool any = false;
  for (size_t i = 0; i < n; i++) {
    functions[i] = program->functions[i];
    if (functions[i].body)
      functions[i].body = rewrite(&r, functions[i].body, false);
    any = any || functions[i].body != program->functions[i].body;
  }
  if (!any)
    return program;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  *copy = *program;
  copy->functions = functions;
  return copy;
}
