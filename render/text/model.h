/* Bounds and simulations of a model of contention as tables. */
#pragma once

#include "render/table/table.h"

/* Append a sentence and a table of the bounds and simulations of "prediction",
 * nothing where there are none. */
void lcm_put_contention(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style);

/* Add the columns of bounds and simulations to a table for programs, and the
 * cells of point "i". */
void lcm_contention_columns(struct lcm_table *table,
                            const lcm_prediction *prediction);
void lcm_contention_row(struct lcm_table *table,
                        const lcm_prediction *prediction, size_t i);
