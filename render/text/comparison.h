/* A comparison of variants as text: table, map, crossovers. */
#pragma once

#include "render/table/table.h"

/* Return the comparison as a table: times, winner, crossovers. */
LCM_GIVE char *lcm_render_comparison(lcm_ctx *ctx,
                                     const lcm_comparison *comparison,
                                     lcm_format format,
                                     const struct lcm_style *style);

/* Fill "table" with the points of "c" for people. */
void lcm_comparison_table(struct lcm_table *table, const lcm_comparison *c);

/* Append who wins how often. */
void lcm_put_winners(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c);

/* Append the crossover "x" of "c" as a sentence, a line. */
void lcm_put_crossover(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                       const lcm_crossover *x);

/* Append what the names of categories in the column of reasons of "c" mean,
 * where there are any. */
void lcm_put_why(lcm_buf *buf, const lcm_comparison *c);

/* Append where the fastest changes. */
void lcm_put_crossovers(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c);
