/* What the directives at one place mean together: models, counts,
 * probabilities. */
#pragma once

#include "annotations/directive.h"

/* Put together what the "n" directives at "directives", all bound to one
 * place, mean into "*out".  "variant" is the selected variant or NULL.  A
 * model whose dimension is no time, work, flop or byte is diagnostic
 * "model-dimension" with both dimensions; two models of one category are
 * "duplicate-model". */
LCM_NODISCARD lcm_status
lcm_directives_mean(struct lcm_meaning *out, lcm_ctx *ctx,
                    const lcm_directive *const *directives, size_t n,
                    const char *variant, const struct lcm_scope *scope);
