/* How shapes are painted: fill, edge, emphasis. */
#pragma once

#include "render/picture/layout.h"

/* How a shape is painted: the colours of its area and its edge, the width of
 * that in points, whether it is dashed. */
struct lcm_paint {
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
