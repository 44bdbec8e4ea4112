/* The invariants of a program; each breach is a diagnostic. */
#include "model/structure/check.h"

#include <string.h>

/* Report a breach of an invariant at "node". */
static lcm_status breach(lcm_ctx *ctx, const lcm_node *node, const char *what) {
  lcm_report(ctx, LCM_DIAG_STRUCTURE, node->loc, "%s: %s",
             lcm_node_word(node->kind), what);
  return LCM_ESTRUCT;
}

/* Check the loop "node". */
static lcm_status check_loop(lcm_ctx *ctx, const lcm_node *node) {
  if (node->n_children > 1)
    return breach(ctx, node, "a loop has one body");
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    if (!node->u.loop.ranges[i].index || !node->u.loop.ranges[i].from ||
        !node->u.loop.ranges[i].to)
      return breach(ctx, node, "a range needs an index and both ends");
  if (node->kind != LCM_NODE_WHILE && !node->u.loop.n_ranges &&
      !node->u.loop.count)
    return breach(ctx, node, "a loop needs a range or a count");
  if (node->kind != LCM_NODE_WHILE && node->u.loop.condition)
    return breach(ctx, node, "only a while has a condition");
  return LCM_OK;
}

/* Check the branch "node". */
static lcm_status check_branch(lcm_ctx *ctx, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (node->u.branch.conditions && node->u.branch.probabilities &&
        node->u.branch.conditions[i] && node->u.branch.probabilities[i])
      return breach(ctx, node, "a condition and a probability");
  return LCM_OK;
}

/* A check under way. */
struct checking {
  lcm_ctx *ctx;
  unsigned next;
};

/* Check the invariants of one node. */
static lcm_status check_node(const lcm_node *node, void *user) {
  struct checking *checking = user;
  lcm_ctx *ctx = checking->ctx;
  if (node->id != checking->next++)
    return breach(ctx, node, "nodes are not numbered in preorder");
  for (size_t i = 0; i < node->n_models; i++)
    for (size_t k = 0; k < i; k++)
      if (!strcmp(node->models[i].category, node->models[k].category))
        return breach(ctx, node, "two models of one category");
  if (lcm_node_is_loop(node->kind))
    return check_loop(ctx, node);
  if (lcm_node_has_body(node->kind) && node->n_children > 1)
    return breach(ctx, node, "more than one body");
  if (node->kind == LCM_NODE_BRANCH)
    return check_branch(ctx, node);
  if (node->kind == LCM_NODE_CALL && !node->u.call.callee)
    return breach(ctx, node, "no callee");
  if (node->kind == LCM_NODE_LET && !node->u.let.name)
    return breach(ctx, node, "no name");
  if (node->kind == LCM_NODE_MESSAGE && !node->u.message->operation)
    return breach(ctx, node, "no operation");
  return LCM_OK;
}

/* Check that every draw has a name of its own and all its arguments. */
static lcm_status check_draws(lcm_ctx *ctx, const lcm_program *program) {
  for (size_t i = 0; i < program->n_draws; i++) {
    const struct lcm_draw *draw = &program->draws[i];
    if (draw->n_args != lcm_draw_arity(draw->kind)) {
      lcm_report(ctx, LCM_DIAG_STRUCTURE, draw->loc, "'%s' takes %zu arguments",
                 lcm_draw_word(draw->kind), lcm_draw_arity(draw->kind));
      return LCM_ESTRUCT;
    }
    if (lcm_program_draw(program, draw->name) != draw) {
      lcm_report(ctx, LCM_DIAG_STRUCTURE, draw->loc,
                 "two draws are called '%s'", draw->name);
      return LCM_ESTRUCT;
    }
  }
  return LCM_OK;
}

lcm_status lcm_program_check(lcm_ctx *ctx, const lcm_program *program) {
  lcm_status status = check_draws(ctx, program);
  for (size_t i = 0; i < program->n_functions && !status; i++) {
    struct checking checking = {ctx, 1};
    const lcm_function *function = &program->functions[i];
    if (i && strcmp(program->functions[i - 1].key, function->key) >= 0) {
      lcm_report(ctx, LCM_DIAG_STRUCTURE, function->loc,
                 "function '%s' is defined twice", function->name);
      status = LCM_ESTRUCT;
    } else if (function->body)
      status = lcm_node_foreach(function->body, check_node, &checking);
  }
  return status;
}
