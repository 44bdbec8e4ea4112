/* Puts plain code in the place of the nodes that it was taken apart into. */
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "model/structure/whole.h"

/* Return how many nodes the tree "node" has. */
static unsigned size_of(const lcm_node *node) {
  unsigned size = 1;
  for (size_t i = 0; i < node->n_children; i++)
    size += size_of(node->children[i]);
  return size;
}

/* Return whether "n" nodes at "nodes" begin with all parts of plain code, whose
 * numbers are enough for it. */
static bool are_whole(const lcm_node *const *nodes, size_t n) {
  const lcm_node *whole = nodes[0]->whole;
  if (!whole || nodes[0]->n_whole > n)
    return false;
  unsigned numbers = 0;
  for (size_t i = 0; i < nodes[0]->n_whole; i++) {
    if (nodes[i]->part_of != whole || (i && nodes[i]->whole))
      return false;
    numbers += size_of(nodes[i]);
  }
  return size_of(whole) <= numbers;
}

/* Return a copy of the tree "node", its nodes numbered from "*next". */
static const lcm_node *numbered(lcm_ctx *ctx, const lcm_node *node,
                                unsigned *next) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children + 1);
  *copy = *node;
  copy->id = (*next)++;
  for (size_t i = 0; i < node->n_children; i++)
    children[i] = numbered(ctx, node->children[i], next);
  copy->children = children;
  return copy;
}

/* Return the plain code whose first part "node" is, with the number of that. */
static const lcm_node *whole_of(lcm_ctx *ctx, const lcm_node *node) {
  struct lcm_map *known = lcm_ctx_table(ctx, LCM_SLOT_WHOLE);
  const lcm_node *whole = lcm_map_pointer(known, node);
  unsigned next = node->id;
  if (whole)
    return whole;
  whole = numbered(ctx, node->whole, &next);
  lcm_map_point(lcm_ctx_arena(ctx), known, node, whole);
  return whole;
}

static const lcm_node *join(lcm_ctx *ctx, const lcm_node *node);

/* As join, of a tree that was not seen before. */
static const lcm_node *join_new(lcm_ctx *ctx, const lcm_node *node) {
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = node->children[i];
    const bool whole = are_whole(&node->children[i], node->n_children - i);
    const lcm_node *now = whole ? whole_of(ctx, child) : join(ctx, child);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &children, now);
    changed = changed || now != child;
    i += whole ? child->n_whole - 1 : 0;
  }
  if (!changed)
    return node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *node;
  copy->children = children.at;
  copy->n_children = children.n;
  return copy;
}

/* Return the tree "node" with plain code in the place of its parts; itself
 * where there is none. */
static const lcm_node *join(lcm_ctx *ctx, const lcm_node *node) {
  struct lcm_map *known = lcm_ctx_table(ctx, LCM_SLOT_JOINED);
  const lcm_node *joined =
      node->n_children ? lcm_map_pointer(known, node) : node;
  if (joined)
    return joined;
  joined = join_new(ctx, node);
  lcm_map_point(lcm_ctx_arena(ctx), known, node, joined);
  return joined;
}

const lcm_program *lcm_program_whole(lcm_ctx *ctx, const lcm_program *program) {
  lcm_program *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  bool changed = false;
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_node *body = program->functions[i].body;
    functions[i] = program->functions[i];
    if (!body)
      continue;
    functions[i].body =
        are_whole(&body, 1) ? whole_of(ctx, body) : join(ctx, body);
    changed = changed || functions[i].body != body;
  }
  *copy = *program;
  copy->functions = functions;
  return changed ? copy : program;
}

void lcm_nodes_set_whole(lcm_ctx *ctx, const lcm_node **nodes, size_t n,
                         const lcm_node *whole) {
  for (size_t i = 0; i < n; i++) {
    lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
    *copy = *nodes[i];
    copy->whole = i ? NULL : whole;
    copy->n_whole = i ? 0 : n;
    copy->part_of = whole;
    nodes[i] = copy;
  }
}
