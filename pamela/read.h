/* Reading the texts that make one model. */
#pragma once

#include "pamela/types.h"

/* Read the "n" texts at "texts", which make one model together, into "*out":
 * each equation becomes a function, each statement a node.  On error "*out" is
 * untouched and a diagnostic at the exact place was issued. */
LCM_NODISCARD lcm_status lcm_pamela_read_all(
    const lcm_program **out, lcm_ctx *ctx, const struct lcm_pamela_text *texts,
    size_t n, const struct lcm_pamela_options *options);

/* Read the one text "text" of length "len", named "file", whose model is the
 * equation "model" (NULL: "L"). */
LCM_NODISCARD lcm_status lcm_pamela_read(const lcm_program **out, lcm_ctx *ctx,
                                         const char *file, const char *text,
                                         size_t len, const char *model);
