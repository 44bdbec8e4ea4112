/* The resources of a model beside its shapes. */
#pragma once

#include "render/picture/layout.h"

struct lcm_stand;

/* Resources beside the shapes of a model. */
struct lcm_shelf {
  struct lcm_stand *stands;
  size_t n;
  double left; /* where they stand; w, h: what they need */
  double w;
  double h;
};

/* Place the resources of the model of "picture" beside the shapes "root"; there
 * are none where it is no model. */
struct lcm_shelf lcm_shelf_place(lcm_ctx *ctx,
                                 const struct lcm_picture *picture,
                                 const lcm_shape *root);

/* Append those resources, and lines to what uses them; "base" is the height at
 * which y is 0. */
void lcm_put_shelf(lcm_buf *buf, const struct lcm_shelf *shelf, double base);

/* Append them as SVG; "top" is the height at which y is 0. */
void lcm_put_shelf_svg(lcm_buf *buf, const struct lcm_shelf *shelf, double top);
