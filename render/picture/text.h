/* The text on shapes: titles, tooltips, escapes, widths of letters. */
#pragma once

#include "render/picture/layout.h"

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
