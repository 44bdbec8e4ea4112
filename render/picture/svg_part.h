/* Elements of structures as SVG: lengths, text, lines, their tips and labels.
 */
#pragma once

#include "render/picture/layout.h"

/* Append the length "value", in tenths of a pixel, with a blank before it. */
void lcm_picture_length(lcm_buf *buf, double value);

/* Append the attribute "name" with the length "value", likewise. */
void lcm_picture_at(lcm_buf *buf, const char *name, double value);

/* Append "text" at "at" in the style "style". */
void lcm_picture_text(lcm_buf *buf, struct lcm_spot at, const char *style,
                      const char *text);

/* Return how wide "wire" is drawn. */
double lcm_picture_width(const struct lcm_wire *wire);

/* Append the path of the tip of a line of "width", from its point on. */
void lcm_picture_tip(lcm_buf *buf, double width);

/* Append the label of "wire", where it has one, beside its tip, away from where
 * it comes from; "top" is the height at which y is 0. */
void lcm_picture_label(lcm_buf *buf, const struct lcm_wire *wire, double top);
