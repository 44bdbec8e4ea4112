/* Values and slopes of forms that are linear in each of two branches. */
#pragma once

#include "fit/points.h"
#include "fit/search/form.h"

/* Put the values of the "n" expressions at "exprs" at the places of "points"
 * into "out", row by row; LCM_EFIT where one has none. */
LCM_NODISCARD lcm_status lcm_fit_evaluate(double *out, lcm_ctx *ctx,
                                          lcm_arena *arena,
                                          const struct lcm_fit_points *points,
                                          const lcm_expr *const *exprs,
                                          size_t n);

/* Put the slopes and offsets of the branched "form" at the places of "points"
 * into "slopes" and "offset", of each place those of the branch that it is on
 * where the form fits best. */
LCM_NODISCARD lcm_status lcm_fit_branches(double *slopes, double *offset,
                                          lcm_ctx *ctx, lcm_arena *arena,
                                          const struct lcm_fit_points *points,
                                          const struct lcm_fit_form *form);
