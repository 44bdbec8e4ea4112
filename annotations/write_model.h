/* The text of a fitted model as a directive, with the digits that it needs. */
#pragma once

#include "annotations/write.h"

/* Put the text of "model" into "*out" (memory of "ctx"), with so many digits
 * that in the range of the measurements its value is the fit's to 1e-6 and its
 * interval to 1e-3; false where the model has no form that can be written. */
bool lcm_fit_write(struct lcm_fit_text *out, lcm_ctx *ctx,
                   const lcm_fit_model *model,
                   const struct lcm_fit_writing *how);

/* Return the value of "model" at corner number "i" of the range of its
 * variables (bit k of "i": variable k is at its high end), NAN where it has
 * none. */
double lcm_fit_corner(lcm_ctx *ctx, const lcm_fit_model *model, size_t i);

/* Return whether "model" is 0 at every corner. */
bool lcm_fit_is_zero(lcm_ctx *ctx, const lcm_fit_model *model);
