/* A layout as SVG. */
#pragma once

#include "render/picture/layout.h"

/* Return it as SVG: what Graphviz makes of the DOT, but for the resources of
 * models, in a small part of the time. */
LCM_GIVE char *lcm_layout_svg(lcm_ctx *ctx, const lcm_layout *layout,
                              const struct lcm_picture *picture);

/* Append the length "value", in tenths of a pixel, with a blank before it. */
void lcm_picture_length(lcm_buf *buf, double value);

/* Append the attribute "name" with the length "value", likewise. */
void lcm_picture_at(lcm_buf *buf, const char *name, double value);

/* Append "text" at "at" in the style "style". */
void lcm_picture_text(lcm_buf *buf, struct lcm_spot at, const char *style,
                      const char *text);
