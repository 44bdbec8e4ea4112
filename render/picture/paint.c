/* How shapes are painted: fill, edge, emphasis. */
#include "render/picture/paint.h"
#include "render/picture/colour.h"

bool lcm_node_forks(const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_TEAM:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
    return true;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_MESSAGE:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return false;
  }
  return false;
}

bool lcm_shape_decides(const lcm_shape *shape) {
  return shape->critical && shape->time > 0;
}

/* Return how the leaf "shape" is painted. */
static struct lcm_paint paint_leaf(const lcm_shape *shape) {
  const bool folded = shape->kind == LCM_SHAPE_FOLDED;
  const bool opaque = !folded && shape->node->kind == LCM_NODE_OPAQUE;
  const bool parallel = !folded && lcm_node_forks(shape->node);
  const bool decides = lcm_shape_decides(shape);
  return (struct lcm_paint){.fill = shape->kind == LCM_SHAPE_BAR ? "#4D4D4D"
                                    : folded                     ? "#E6E6E6"
                                    : opaque                     ? "#F5F5F5"
                                             : lcm_colour_share(shape->share),
                            .line = decides    ? LCM_COLOUR_CRITICAL
                                    : folded   ? "#B0B0B0"
                                    : parallel ? "#0072B2"
                                               : "#6B7785",
                            .pen = decides && !folded    ? "2.4"
                                   : decides || parallel ? "1.4"
                                                         : "0.8",
                            .dashed = opaque};
}

struct lcm_paint lcm_paint_of(const lcm_shape *shape) {
  const lcm_node *node = shape->node;
  if (!shape->framed)
    return paint_leaf(shape);
  const bool parallel = !shape->function && lcm_node_forks(node);
  const bool using = node->kind == LCM_NODE_USING;
  return (struct lcm_paint){.fill = parallel ? "#EAF4FB"
                                    : using  ? "#FFF9DB"
                                             : "#FAFAFA",
                            .line = parallel ? "#0072B2" : "#9AA3AC",
                            .pen = parallel ? "1.4" : "1",
                            .dashed = !shape->function &&
                                      (node->kind == LCM_NODE_LOOP ||
                                       node->kind == LCM_NODE_WHILE ||
                                       node->kind == LCM_NODE_BRANCH)};
}
