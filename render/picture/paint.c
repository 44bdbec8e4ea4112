/* How shapes are painted: fill, edge, emphasis, and the colours of categories
 * and of shares of the time. */
#include "render/picture/paint.h"

#include <math.h>

#include "render/table/table.h"

const char *lcm_colour_cat(size_t cat) {
  static const char *const COLOURS[] = {"#009E73", "#C17F00", "#7B61C8",
                                        "#C2609B", "#0072B2", "#757575",
                                        "#8F8F8F"};
  static const char *const MORE[] = {"#A0622A", "#3A8FD0", "#6B7F00"};
  if (cat < LCM_CAT_USER)
    return COLOURS[cat];
  return MORE[(cat - LCM_CAT_USER) % 3];
}

size_t lcm_colour_step(double share) {
  static const double BELOW[] = {0.01, 0.05, 0.10, 0.25, 0.50};
  const size_t n = sizeof BELOW / sizeof *BELOW;
  size_t i = 0;
  while (i < n && share >= BELOW[i])
    i++;
  return i;
}

const char *lcm_colour_share(double share) {
  static const char *const RAMP[] = {"#FFFFFF", "#E3ECF5", "#CFDFEE",
                                     "#B3CEE5", "#90B9D9", "#6AA0CC"};
  return RAMP[lcm_colour_step(share)];
}

void lcm_put_cats(lcm_buf *buf, const lcm_prediction *prediction,
                  const double *cats, struct lcm_spot size) {
  const double total = lcm_loss_of(prediction, cats).total;
  const long width = lround(size.x);
  double sum = 0;
  long done = 0;
  lcm_buf_printf(buf,
                 "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
                 "CELLPADDING=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"%ld\" "
                 "HEIGHT=\"%ld\"><TR>",
                 width, lround(size.y));
  for (size_t c = 0; c < prediction->n_cats && total > 0; c++) {
    sum += fmax(cats[c], 0);
    const long upto = lround(fmin(sum / total, 1) * (double)width);
    if (upto <= done)
      continue;
    lcm_buf_printf(buf,
                   "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"%ld\" HEIGHT=\"%ld\" "
                   "BGCOLOR=\"%s\"></TD>",
                   upto - done, lround(size.y), lcm_colour_cat(c));
    done = upto;
  }
  if (!done)
    lcm_buf_printf(buf, "<TD WIDTH=\"%ld\"></TD>", width);
  lcm_buf_puts(buf, "</TR></TABLE>");
}

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
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return false;
  }
  return false;
}

bool lcm_shape_decides(const lcm_shape *shape) {
  return shape->critical && shape->time > 0;
}

/* Return the style of the leaf "shape". */
static lcm_paint_sort leaf_style(const lcm_shape *shape) {
  if (shape->kind == LCM_SHAPE_BAR)
    return LCM_PAINT_BARRIER;
  if (shape->kind == LCM_SHAPE_FOLDED)
    return LCM_PAINT_FOLDED;
  if (shape->node->kind == LCM_NODE_OPAQUE)
    return LCM_PAINT_OPAQUE;
  return lcm_node_forks(shape->node) ? LCM_PAINT_PARALLEL : LCM_PAINT_LEAF;
}

/* Return the style of the frame "shape". */
static lcm_paint_sort frame_style(const lcm_shape *shape) {
  const lcm_node *node = shape->node;
  if (shape->function)
    return LCM_PAINT_PLAIN;
  if (lcm_node_forks(node))
    return LCM_PAINT_PARALLEL;
  if (node->kind == LCM_NODE_USING)
    return LCM_PAINT_HOLDING;
  return node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
                 node->kind == LCM_NODE_BRANCH
             ? LCM_PAINT_REPEATED
             : LCM_PAINT_PLAIN;
}

/* Return how the leaf "shape" is painted. */
static struct lcm_paint paint_leaf(const lcm_shape *shape) {
  const lcm_paint_sort style = leaf_style(shape);
  const bool folded = style == LCM_PAINT_FOLDED;
  const bool decides = lcm_shape_decides(shape);
  const bool parallel = style == LCM_PAINT_PARALLEL;
  return (struct lcm_paint){.style = style,
                            .fill = style == LCM_PAINT_BARRIER ? "#4D4D4D"
                                    : folded                   ? "#E6E6E6"
                                    : style == LCM_PAINT_OPAQUE
                                        ? "#F5F5F5"
                                        : lcm_colour_share(shape->share),
                            .line = decides    ? LCM_COLOUR_CRITICAL
                                    : folded   ? "#B0B0B0"
                                    : parallel ? "#0072B2"
                                               : "#6B7785",
                            .pen = decides && !folded    ? "2.4"
                                   : decides || parallel ? "1.4"
                                                         : "0.8",
                            .dashed = style == LCM_PAINT_OPAQUE};
}

struct lcm_paint lcm_paint_of(const lcm_shape *shape) {
  if (!shape->framed)
    return paint_leaf(shape);
  const lcm_paint_sort style = frame_style(shape);
  const bool parallel = style == LCM_PAINT_PARALLEL;
  return (struct lcm_paint){.style = style,
                            .fill = parallel                     ? "#EAF4FB"
                                    : style == LCM_PAINT_HOLDING ? "#FFF9DB"
                                                                 : "#FAFAFA",
                            .line = parallel ? "#0072B2" : "#9AA3AC",
                            .pen = parallel ? "1.4" : "1",
                            .dashed = style == LCM_PAINT_REPEATED};
}

const char *lcm_paint_sort_text(lcm_paint_sort style) {
  static const char *const TEXTS[LCM_PAINT_COUNT] = {
      [LCM_PAINT_PARALLEL] = "parallel",
      [LCM_PAINT_REPEATED] = "loop or branch",
      [LCM_PAINT_PLAIN] = "function or block",
      [LCM_PAINT_HOLDING] = "holds a resource",
      [LCM_PAINT_OPAQUE] = "not modelled",
      [LCM_PAINT_FOLDED] = "small or folded",
      [LCM_PAINT_BARRIER] = "barrier"};
  return TEXTS[style];
}

bool lcm_paint_sorts(bool used[LCM_PAINT_COUNT], const lcm_layout *layout) {
  bool critical = false;
  for (size_t i = 0; i < LCM_PAINT_COUNT; i++)
    used[i] = false;
  for (size_t i = 0; i < layout->n_shapes; i++) {
    const lcm_shape *shape = layout->shapes[i];
    critical = critical || shape->critical;
    if (shape->framed || (!shape->n_parts && shape->title.text))
      used[lcm_paint_of(shape).style] = true;
  }
  return critical;
}
