/* Fitted models one a line, as lca (Crovella 1994) wrote them. */
#pragma once

#include "render/text/fit/fit.h"

/* Return the "n" models at "models" so, a line each, by R2 and with it. */
LCM_GIVE char *lcm_render_fit_lines(lcm_ctx *ctx, const lcm_fit_model *models,
                                    size_t n);
