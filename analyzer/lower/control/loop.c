/* Nodes of loops, without their bodies. */
#include "analyzer/lower/control/loop.h"
#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/count.h"
#include "analyzer/lower/values/local.h"

/* Return the loop directly inside "ast", for collapsed loops, or NULL. */
static const lcm_ast *inner_loop(const lcm_ast *ast) {
  const lcm_ast *body = lcm_loop_body(ast);
  while (body && body->kind == LCM_AST_COMPOUND && body->first == body->last)
    body = body->first;
  return body && body->kind == LCM_AST_FOR ? body : NULL;
}

/* Say which variables decide how often the loop "ast" runs. */
static void describe_end(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    const char *names = at == body || lcm_header_part(&h, ast, at) != 1
                            ? NULL
                            : lcm_lower_reads(l, at);
    if (names)
      lcm_lower_attribute(l, node, "depends", names);
  }
}

/* Count what the condition of the loop "ast" does when it ends the loop, and
 * note how its index changes, where the analysis counts. */
static void count_end(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (!l->options->costs || ast->kind == LCM_AST_DO)
    return;
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at != body && lcm_header_part(&h, ast, at) == 1)
      (void)lcm_lower_count(l, node, at, at);
  if (node->u.loop.n_ranges == 1 &&
      (node->u.loop.ranges[0].factor || node->u.loop.ranges[0].step) &&
      lcm_header_index(&h, l) && lcm_header_is_down(&h, l))
    lcm_lower_attribute(l, node, "down", "yes");
}

/* Where the analysis counts: the values of the index of the loop "ast", whose
 * iterations are not known, are not known either. */
static void forget_index(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  if (!l->options->costs || ast->kind != LCM_AST_FOR ||
      !lcm_header_read(&h, l, ast) || !lcm_header_index(&h, l))
    return;
  struct lcm_local *local = lcm_lower_local(l, h.index);
  if (local)
    local->unstable = true;
}

/* Let "node" read and write what the header of the loop "ast" does, unless the
 * analysis counts. */
static void touch_header(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (l->options->costs)
    return;
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at && at != body; at = at->next)
    lcm_lower_header_touch(l, node, at, lcm_header_part(&h, ast, at) == 2);
}

/* Say what edits have to know of the rounds of the loop "ast": what may leave
 * it before its condition does, whether they change its index, and what they
 * move evenly. */
static void describe_rounds(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *ast) {
  const char *left = l->options->costs ? NULL : lcm_loop_left(l, ast);
  const char *linear =
      l->options->n_kept && !l->options->costs && node->u.loop.n_ranges == 1
          ? lcm_step_linear(l, ast)
          : NULL;
  const char *moved = node->u.loop.n_ranges && !l->options->costs
                          ? lcm_loop_moved(l, ast, node->u.loop.ranges[0].index)
                          : NULL;
  if (left)
    lcm_lower_attribute(l, node, "left", left);
  if (moved)
    lcm_lower_attribute(l, node, "moved", moved);
  if (linear)
    lcm_lower_attribute(l, node, "linear", linear);
}

lcm_node *lcm_loop_node(struct lcm_lowering *l, lcm_node_kind kind,
                        const lcm_ast **innermost, unsigned collapse) {
  const lcm_ast *const outermost = *innermost;
  LCM_LIST(lcm_iteration) ranges = {0};
  lcm_node *node = lcm_lower_node(l, kind, outermost);
  const lcm_ast *loop = outermost;
  lcm_iteration range;
  bool counted = outermost->kind == LCM_AST_FOR;
  for (unsigned i = 0; counted && loop && i < collapse; i++) {
    counted = lcm_lower_header(&range, l, loop);
    if (counted) {
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &ranges, range);
      if (kind == LCM_NODE_PARLOOP)
        LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->region.privates, range.index);
    }
    *innermost = loop;
    loop = i + 1 < collapse ? inner_loop(loop) : NULL;
  }
  if (!counted && kind == LCM_NODE_LOOP)
    node->kind = LCM_NODE_WHILE;
  if (counted) {
    node->u.loop.ranges = ranges.at;
    node->u.loop.n_ranges = ranges.n;
  } else {
    forget_index(l, *innermost);
    describe_end(l, node, *innermost);
  }
  node->label = lcm_lower_label(l, outermost);
  node->fingerprint = lcm_lower_hash(l, outermost->begin, outermost->end);
  touch_header(l, node, outermost);
  describe_rounds(l, node, outermost);
  count_end(l, node, *innermost);
  return node;
}
