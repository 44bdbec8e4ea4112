/* A prediction as text: headline, table, categories, formula. */
#pragma once

#include "render/table/table.h"

/* Return the prediction as a table in "format" (text, CSV or TSV): one row a
 * point with p, time, speedup, efficiency, each category, interval. */
LCM_GIVE char *lcm_render_prediction(lcm_ctx *ctx,
                                     const lcm_prediction *prediction,
                                     lcm_format format,
                                     const struct lcm_style *style);

/* Return the "n" patterns of messages at "patterns", one a line under a
 * heading; empty where there are none. */
LCM_GIVE char *lcm_render_patterns(const struct lcm_pattern *patterns,
                                   size_t n);

/* Fill "table", which is empty, with the points of "prediction" for people. */
void lcm_prediction_table(struct lcm_table *table,
                          const lcm_prediction *prediction);
