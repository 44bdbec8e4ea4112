/* How a program scales, as text: headline, tables of points. */
#pragma once

#include "render/table/table.h"

/* Return how something scales as text for people (what it comes to, the points,
 * where the time goes, efficiencies, growth, answers), or, in CSV and TSV, one
 * row a point. */
LCM_GIVE char *lcm_render_scalability(lcm_ctx *ctx,
                                      const lcm_scalability *scalability,
                                      lcm_format format,
                                      const struct lcm_style *style);
