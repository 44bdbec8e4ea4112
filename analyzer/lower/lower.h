/* A file as a program: its functions, one after the other. */
#pragma once

#include "analyzer/lower/control/sidecar.h"
#include "analyzer/lower/state/lowering.h"

/* Lower the parsed file "syntax" of "input" with the text "text" and the
 * active pragmas "pragmas" into "*out". */
LCM_NODISCARD lcm_status lcm_lower_unit(
    const lcm_program **out, lcm_ctx *ctx,
    const struct lcm_analyze_options *options,
    const struct lcm_unit_input *input, const struct lcm_syntax *syntax,
    const lcm_pragma_list *pragmas, const char *text, size_t len);
