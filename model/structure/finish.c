/* Finishing a program: bare groups are dropped, nodes numbered, all checked. */
#include "model/structure/finish.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "model/structure/check.h"

/* Return whether "node" is a group that carries nothing of its own. */
static bool is_bare_series(const lcm_node *node) {
  return node->kind == LCM_NODE_SERIES && !node->name && !node->n_models &&
         !node->n_reads && !node->n_writes && !node->n_with &&
         !node->n_assumes && !node->n_attributes && !node->ignored &&
         !node->part_of;
}

/* Children of a node that may not be those that it had. */
struct children {
  const lcm_node *node;           /* the node */
  LCM_LIST(const lcm_node *) all; /* the children, where "changed" */
  bool changed;
};

/* Put "child" for the child number "i": itself, or its children where it is a
 * bare group inside a series.  What is as it was takes no memory. */
static void put_child(lcm_ctx *ctx, struct children *c, size_t i,
                      const lcm_node *child) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const bool splice = c->node->kind == LCM_NODE_SERIES && is_bare_series(child);
  const bool changes = splice || child != c->node->children[i];
  for (size_t k = 0; changes && !c->changed && k < i; k++)
    LCM_LIST_ADD(arena, &c->all, c->node->children[k]);
  c->changed = c->changed || changes;
  for (size_t k = 0; splice && k < child->n_children; k++)
    LCM_LIST_ADD(arena, &c->all, child->children[k]);
  if (c->changed && !splice)
    LCM_LIST_ADD(arena, &c->all, child);
}

/* Return "node" with bare groups of one child replaced by the child, and bare
 * groups inside series spliced in. */
static const lcm_node *simplify(lcm_ctx *ctx, const lcm_node *node) {
  struct children c = {.node = node};
  for (size_t i = 0; i < node->n_children; i++)
    put_child(ctx, &c, i, simplify(ctx, node->children[i]));
  const size_t n = c.changed ? c.all.n : node->n_children;
  if (is_bare_series(node) && n == 1)
    return c.changed ? c.all.at[0] : node->children[0];
  if (!c.changed)
    return node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *node;
  copy->children = c.all.at;
  copy->n_children = n;
  return copy;
}

/* Return the node that takes the number for "node": itself while it has none,
 * and so belongs to no finished program, else a copy. */
static lcm_node *numbered(lcm_ctx *ctx, const lcm_node *node) {
  if (!node->id)
    return (lcm_node *)(uintptr_t)node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *node;
  return copy;
}

/* Return whether the nodes of the tree "node" are numbered from "*next" on, to
 * which their number is added. */
static bool is_numbered(const lcm_node *node, unsigned *next) {
  bool same = node->id == (*next)++;
  for (size_t i = 0; i < node->n_children && same; i++)
    same = is_numbered(node->children[i], next);
  return same;
}

/* Return the tree "node" with its nodes numbered from "*next": itself where
 * they are, so that programs share what an edit leaves alone; of the others
 * those are copied that another place or program has too. */
static const lcm_node *number(lcm_ctx *ctx, const lcm_node *node,
                              unsigned *next) {
  unsigned end = *next;
  if (is_numbered(node, &end)) {
    *next = end;
    return node;
  }
  lcm_node *own = numbered(ctx, node);
  const lcm_node **children = NULL;
  own->id = (*next)++;
  for (size_t i = 0; i < own->n_children; i++) {
    const lcm_node *child = number(ctx, own->children[i], next);
    if (child != own->children[i] && !children) {
      children =
          LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, own->n_children);
      memcpy(children, own->children, own->n_children * sizeof *children);
      own->children = children;
    }
    if (children)
      children[i] = child;
  }
  return own;
}

/* Return the greatest depth of the tree "node". */
static unsigned depth_of(const lcm_node *node, unsigned limit) {
  unsigned deepest = 0;
  if (!limit)
    return 1;
  for (size_t i = 0; i < node->n_children; i++) {
    const unsigned depth = depth_of(node->children[i], limit - 1);
    deepest = depth > deepest ? depth : deepest;
  }
  return deepest + 1;
}

static int function_order(const void *a, const void *b) {
  return strcmp(((const lcm_function *)a)->key, ((const lcm_function *)b)->key);
}

lcm_status lcm_program_finish(lcm_ctx *ctx, lcm_program *program) {
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    if (depth_of(functions[i].body, LCM_MAX_DEPTH + 1) > LCM_MAX_DEPTH) {
      lcm_report(ctx, LCM_DIAG_DEPTH, functions[i].loc,
                 "'%s' is nested more than %d deep", functions[i].name,
                 LCM_MAX_DEPTH);
      return LCM_EDEPTH;
    }
    unsigned next = 1;
    functions[i].body = number(ctx, simplify(ctx, functions[i].body), &next);
  }
  if (program->n_functions)
    qsort(functions, program->n_functions, sizeof *functions, function_order);
  program->functions = functions;
  return lcm_program_check(ctx, program);
}

void lcm_function_number(lcm_ctx *ctx, lcm_function *function) {
  unsigned next = 1;
  if (function->body)
    function->body = number(ctx, function->body, &next);
}
