/* Pictures: shapes with sizes and places, and the text on them.
 *
 * A picture is a tree of shapes: leaves, and frames whose parts stand one
 * below the other or side by side.  Lengths are points (1/72 inch), y grows
 * downwards until the DOT is written. */
#ifndef LCM_RENDER_PICTURE_INTERNAL_H
#define LCM_RENDER_PICTURE_INTERNAL_H

#include "render/render_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lcm_shape_kind {
  LCM_SHAPE_LEAF,
  LCM_SHAPE_BAR,    /* a barrier: all members meet */
  LCM_SHAPE_FOLDED, /* stands for several small subtrees */
  LCM_SHAPE_STACK,  /* parts one below the other */
  LCM_SHAPE_ROW     /* parts side by side */
} lcm_shape_kind;

/* A line of text and its width in points. */
struct lcm_line {
  const char *text;
  double width;
};

typedef struct lcm_shape lcm_shape;

/* A point of the picture. */
struct lcm_spot {
  double x;
  double y;
};

/* A part of a picture.
 * node        NULL where a FOLDED one stands for several subtrees
 * occurrence  NULL in a picture of the bare structure
 * id          number of the shape, from 1, in the order of the text
 * framed      a STACK or ROW with a frame and a heading; others only arrange
 * title       first line, short; detail: second line, text may be NULL
 * tooltip     lines of text
 * count       of nodes that a FOLDED one stands for
 * time, share, critical   of the occurrence, or summed where folded
 * cats        NULL where there are none
 * parts       the children
 * x, y        upper left corner; w, h: the size
 * function    the frame around the body of a function
 * forked      a ROW with lines from one point to all its parts and back
 * turn        0, or a STACK continues in a new column with this part, whose
 *             left edge is so far from the middle of the gutter */
struct lcm_shape {
  lcm_shape_kind kind;
  const lcm_node *node;
  const lcm_occurrence *occurrence;
  unsigned id;
  bool framed;
  bool critical;
  bool forked;
  bool function;
  struct lcm_line title;
  struct lcm_line detail;
  const char *tooltip;
  size_t count;
  double time;
  double share;
  const double *cats;
  lcm_shape *const *parts;
  size_t n_parts;
  double x;
  double y;
  double w;
  double h;
  double turn;
};

/* Measures of the picture. */
enum {
  LCM_PIC_GAP = 18,    /* between parts one below the other */
  LCM_PIC_BESIDE = 16, /* between parts side by side */
  LCM_PIC_PAD = 10,    /* between a frame and its parts */
  LCM_PIC_FORK = 20,   /* room for the lines that fork and join */
  LCM_PIC_TITLE = 11,  /* size of the letters */
  LCM_PIC_DETAIL = 9,  /* of smaller ones */
  LCM_PIC_BAR = 4,     /* height of the bar of categories */
  LCM_PIC_MARGIN = 8   /* around the text of a leaf, left and right */
};

/* ---- text on shapes (picture_text.c) ------------------------------------ */

/* Return the width of "text" set in letters of "size" points. */
double lcm_letters_width(const char *text, double size, bool bold);

/* Append "text" so that a label in HTML shows it. */
void lcm_put_html(lcm_buf *buf, const char *text);

/* Append "text" as a quoted string of DOT that is shown as it is; NULL as an
 * empty one. */
void lcm_put_quoted(lcm_buf *buf, const char *text);

/* Append the link to "loc" behind "prefix" as a quoted string. */
void lcm_put_link(lcm_buf *buf, const char *prefix, lcm_loc loc);

/* Set title, detail and tooltip of "shape". */
void lcm_shape_describe(lcm_ctx *ctx, const struct lcm_picture *picture,
                        lcm_shape *shape);

/* ---- colours (picture_colour.c) ----------------------------------------- */

/* What is on the critical path. */
#define LCM_COLOUR_CRITICAL "#D55E00"

/* The resource that sets the bound of a model. */
#define LCM_COLOUR_BINDING "#882255"

/* Return the colour of category "cat", of a leaf with "share". */
const char *lcm_colour_cat(size_t cat);
const char *lcm_colour_share(double share);

/* Append a table of one row in which the categories "cats" take their parts
 * of "width" points, "height" high. */
void lcm_put_cats(lcm_buf *buf, const lcm_prediction *prediction,
                  const double *cats, struct lcm_spot size);

/* ---- the heading (picture_heading.c) ------------------------------------ */

/* Append the label of the whole picture: title, sentence, categories, what the
 * colours mean; return the room that it takes. */
struct lcm_spot lcm_put_heading(lcm_buf *buf, lcm_ctx *ctx,
                                const struct lcm_picture *picture);

/* ---- resources of models (picture_resource.c) --------------------------- */

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

/* ---- building and placing ----------------------------------------------- */

/* Return the shapes of "picture" (picture_tree.c). */
lcm_shape *lcm_shape_tree(lcm_ctx *ctx, const struct lcm_picture *picture);

/* Give "root" and what is in it sizes and places (picture_layout.c). */
void lcm_shape_place(lcm_shape *root);

#ifdef __cplusplus
}
#endif

#endif
