/* Pictures: the text on shapes, and what stands around them. */
#pragma once

#include "render/picture/layout_internal.h"

/* What is on the critical path. */
#define LCM_COLOUR_CRITICAL "#D55E00"

/* The resource that sets the bound of a model. */
#define LCM_COLOUR_BINDING "#882255"

#define LCM_PIC_FONTS "Helvetica,Arial,sans-serif"

/* How a shape is painted: the colours of its area and its edge, the width of
 * that in points, whether it is dashed. */
struct lcm_paint {
  const char *fill;
  const char *line;
  const char *pen;
  bool dashed;
};

/* Most lines of a heading below the title. */
enum { LCM_HEAD_LINES = 5 };

/* Resources beside the shapes of a model.
 * left   where they stand; w, h: what they need */
struct lcm_shelf {
  struct lcm_stand *stands;
  size_t n;
  double left;
  double w;
  double h;
};
