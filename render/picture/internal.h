/* Pictures: the text on shapes, and what stands around them. */
#pragma once

#include "render/picture/layout_internal.h"

/* ---- text on shapes (render/picture/text.c) ------------------------------------ */

/* Return the width of "text" set in letters of "size" points. */
double lcm_letters_width(const char *text, double size, bool bold);

/* Append "text" so that a label in HTML shows it. */
void lcm_put_html(lcm_buf *buf, const char *text);

/* Append "text" as a quoted string of DOT that is shown as it is; NULL as an
 * empty one. */
void lcm_put_quoted(lcm_buf *buf, const char *text);

/* Append the link to "loc" behind "prefix" as a quoted string. */
void lcm_put_link(lcm_buf *buf, const char *prefix, lcm_loc loc);

/* Set title, detail and tooltip of the "n" shapes at "shapes". */
void lcm_shapes_describe(lcm_ctx *ctx, const struct lcm_picture *picture,
                         lcm_shape *const *shapes, size_t n);

/* ---- colours (render/picture/colour.c) ----------------------------------------- */

/* What is on the critical path. */
#define LCM_COLOUR_CRITICAL "#D55E00"

/* The resource that sets the bound of a model. */
#define LCM_COLOUR_BINDING "#882255"

/* Return the colour of category "cat", of a leaf with "share". */
const char *lcm_colour_cat(size_t cat);
const char *lcm_colour_share(double share);

/* Return the number of that colour: 0 for the least share, to 5. */
size_t lcm_colour_step(double share);

/* Append a table of one row in which the categories "cats" take their parts
 * of "width" points, "height" high. */
void lcm_put_cats(lcm_buf *buf, const lcm_prediction *prediction,
                  const double *cats, struct lcm_spot size);

/* ---- how shapes are painted (render/picture/paint.c) ---------------------------- */

#define LCM_PIC_FONTS "Helvetica,Arial,sans-serif"

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

/* ---- the heading (render/picture/heading.c) ------------------------------------ */

/* Append the label of the whole picture: title, sentence, how much "layout" has
 * folded, categories, what the colours mean; return the room that it takes. */
struct lcm_spot lcm_put_heading(lcm_buf *buf, lcm_ctx *ctx,
                                const struct lcm_picture *picture,
                                const lcm_layout *layout);

/* Most lines of a heading below the title. */
enum { LCM_HEAD_LINES = 5 };

/* Return the title of "picture". */
const char *lcm_picture_title(lcm_ctx *ctx, const struct lcm_picture *picture);

/* Put the sentences on the point of "picture", and how much "layout" has
 * folded, into "lines"; return their number. */
size_t lcm_picture_lines(const char *lines[LCM_HEAD_LINES], lcm_ctx *ctx,
                         const struct lcm_picture *picture,
                         const lcm_layout *layout);

/* ---- resources of models (render/picture/resource.c) --------------------------- */

/* Resources beside the shapes of a model.
 * left   where they stand; w, h: what they need */
struct lcm_shelf {
  struct lcm_stand *stands;
  size_t n;
  double left;
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
