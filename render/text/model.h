#pragma once

#include "render/render_internal.h"

/* Append a sentence and a table of the bounds and simulations of "prediction",
 * nothing where there are none. */
void lcm_put_contention(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style);

/* Append one sentence on point "i" of a model that was not composed. */
void lcm_put_model_headline(lcm_buf *buf, const lcm_prediction *prediction,
                            size_t i);

/* Append "seconds" with a unit, but for a model that declares none. */
void lcm_put_seconds(lcm_buf *buf, const lcm_prediction *prediction,
                     double seconds);

/* Add the columns of bounds and simulations to a table for programs, and the
 * cells of point "i". */
void lcm_contention_columns(struct lcm_table *table,
                            const lcm_prediction *prediction);
void lcm_contention_row(struct lcm_table *table,
                        const lcm_prediction *prediction, size_t i);
