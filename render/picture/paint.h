/* How shapes are painted: fill, edge, emphasis, and the colours of categories
 * and of shares of the time. */
#pragma once

#include "render/picture/layout.h"

/* What is on the critical path. */
#define LCM_COLOUR_CRITICAL "#D55E00"

/* The resource that sets the bound of a model. */
#define LCM_COLOUR_BINDING "#882255"

#define LCM_PIC_FONTS "Helvetica,Arial,sans-serif"

/* Return the colour of category "cat", of a leaf with "share". */
const char *lcm_colour_cat(size_t cat);
const char *lcm_colour_share(double share);

/* Return the number of that colour: 0 for the least share, to 5. */
size_t lcm_colour_step(double share);

/* Append a table of one row in which the categories "cats" take their parts
 * of "width" points, "height" high. */
void lcm_put_cats(lcm_buf *buf, const lcm_prediction *prediction,
                  const double *cats, struct lcm_spot size);

/* What shapes look like, besides the colour of their share. */
typedef enum lcm_paint_sort {
  LCM_PAINT_LEAF,
  LCM_PAINT_PARALLEL,
  LCM_PAINT_REPEATED, /* a loop or a branch */
  LCM_PAINT_PLAIN,    /* another frame, as that of a function */
  LCM_PAINT_HOLDING,  /* it holds a resource */
  LCM_PAINT_OPAQUE,
  LCM_PAINT_FOLDED,
  LCM_PAINT_BARRIER,
  LCM_PAINT_COUNT
} lcm_paint_sort;

/* How a shape is painted: its style, the colours of its area and its edge, the
 * width of that in points, whether it is dashed. */
struct lcm_paint {
  lcm_paint_sort style;
  const char *fill;
  const char *line;
  const char *pen;
  bool dashed;
};

/* Return whether the parts of "node" run in parallel. */
bool lcm_node_forks(const lcm_node *node);

/* Return how the leaf or frame "shape" is painted: leaves by their share of the
 * time, frames blue where parts are parallel, yellow where they hold a resource
 * and else grey. */
struct lcm_paint lcm_paint_of(const lcm_shape *shape);

/* Return whether the leaf "shape" stands out: it takes time on the critical
 * path. */
bool lcm_shape_decides(const lcm_shape *shape);

/* Return what "style" means, in a few words; NULL where it needs none. */
const char *lcm_paint_sort_text(lcm_paint_sort style);

/* Put whether shapes of "layout" have a style into "used", which has a place
 * for each; return whether something of it is on the critical path. */
bool lcm_paint_sorts(bool used[LCM_PAINT_COUNT], const lcm_layout *layout);
