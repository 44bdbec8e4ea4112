/* Reading the text form: declarations and functions. */
#pragma once

#include "model/structure/structure.h"

/* Parse the text form of length "len" at "text", named "file" in
 * diagnostics.  On error "*out" is untouched. */
LCM_NODISCARD lcm_status lcm_program_parse(const lcm_program **out,
                                           lcm_ctx *ctx, const char *file,
                                           const char *text, size_t len);
