/* Drawing DOT with Graphviz: only lcm-render links this. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/status.h"

/* Return whether there are pictures of type "type" (svg, png, pdf). */
bool lcm_draw_knows(const char *type);

/* Read one graph in DOT from "in" and draw it as "type" into "*picture": as
 * its positions say where every node has one, else with the layout of dot.
 * Otherwise LCM_EPARSE (no DOT), LCM_EIO (it cannot be drawn), and "*message"
 * says why in one line; else what Graphviz warns of.  The caller frees both. */
LCM_NODISCARD lcm_status lcm_draw(lcm_buf *picture, lcm_buf *message, FILE *in,
                                  const char *type);

/* The same of a picture in SVG, of which Graphviz makes other types where it
 * has a plugin that reads SVG. */
LCM_NODISCARD lcm_status lcm_draw_svg(lcm_buf *picture, lcm_buf *message,
                                      FILE *in, const char *type);
