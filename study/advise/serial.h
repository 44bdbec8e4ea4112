/* Why loops are executed by one processor, those that take longest first. */
#pragma once

#include "composer/predict/predict.h"
#include "model/structure/structure.h"

/* Put why the loops of "program" that one processor executes are not executed
 * by several into "*out", by their share of the time at the only point of
 * "grid", predicted by "options", those that take "least" of it at least, and
 * those of which that is not known; where nothing can be predicted, because of
 * a value that is not given, all of them in the order of the source. */
void lcm_serial_find(struct lcm_serial *out, lcm_ctx *ctx,
                     const lcm_program *program, const lcm_grid *grid,
                     const struct lcm_predict_options *options, double least);
