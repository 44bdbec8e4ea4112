/* Cutting the text of a model into tokens. */
#pragma once

#include "pamela/pamela_internal.h"

/* Put the tokens of "source" into "*out". */
LCM_NODISCARD lcm_status pml_tokens(struct pml_text *out, lcm_ctx *ctx,
                                    const struct lcm_pamela_text *source);
