/* Where the node of an edit stands: what is around and below it. */
#include "model/edit/core/spot.h"

#include <string.h>

const lcm_node *lcm_edit_parent(const struct lcm_edit_spot *spot) {
  return spot->n_above ? spot->above[spot->n_above - 1] : NULL;
}

struct lcm_edit_spot lcm_edit_around(const struct lcm_edit_spot *spot) {
  struct lcm_edit_spot out = *spot;
  out.node = spot->above[--out.n_above];
  return out;
}

struct lcm_edit_spot
lcm_edit_below(lcm_ctx *ctx, const struct lcm_edit_spot *spot, size_t i) {
  struct lcm_edit_spot out = *spot;
  const lcm_node **above =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, spot->n_above + 1);
  if (spot->n_above)
    memcpy(above, spot->above, spot->n_above * sizeof *above);
  above[out.n_above++] = spot->node;
  out.above = above;
  out.node = spot->node->children[i];
  return out;
}

const char *lcm_edit_at(lcm_ctx *ctx, const lcm_node *node) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u",
                          node->loc.file ? node->loc.file : "?",
                          node->loc.line);
}

const char *lcm_edit_noun(lcm_ctx *ctx, const lcm_node *node) {
  const bool several = node->n_children && node->children[0]->n_children > 1;
  const char *moved = lcm_node_attribute(node, "moved");
  switch (node->kind) {
  case LCM_NODE_PARLOOP:
    return several ? "a parallel loop" : "a parallel loop of one statement";
  case LCM_NODE_LOOP:
    return several ? "a loop" : "a loop of one statement";
  case LCM_NODE_WHILE:
    return moved ? lcm_arena_printf(lcm_ctx_arena(ctx),
                                    "a loop whose body changes its index (%s)",
                                    moved)
                 : "a loop whose number of iterations is not known";
  case LCM_NODE_TEAM:
    return "a parallel region";
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
    return "a lock";
  case LCM_NODE_RELEASE:
    return "the end of a lock";
  case LCM_NODE_LET:
    return "a value";
  case LCM_NODE_SERIES:
    return "a block";
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_USE:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s",
                          lcm_node_article(node->kind),
                          lcm_node_word(node->kind));
}

size_t lcm_edit_index(const lcm_node *parent, const lcm_node *node) {
  size_t i = 0;
  while (i < parent->n_children && parent->children[i] != node)
    i++;
  return i;
}

bool lcm_edit_is_shared(const struct lcm_edit_spot *spot) {
  size_t i = spot->n_above;
  while (i > 0 && (spot->above[i - 1]->kind == LCM_NODE_SERIES ||
                   lcm_node_is_serial_loop(spot->above[i - 1]->kind)))
    i--;
  return i && spot->above[i - 1]->kind == LCM_NODE_TEAM &&
         spot->above[i - 1]->u.team.kind == LCM_TEAM_THREADS;
}
