/* Compiling expressions to a tape of instructions for many evaluations. */
#pragma once

#include "model/expr/types.h"

/* Compile the "n" expressions at "exprs" together (common parts once) as
 * functions of the "n_names" names at "names" into "*out", in memory of
 * "ctx".  LCM_EUNBOUND (reported) when another name occurs. */
LCM_NODISCARD lcm_status lcm_tape_compile(lcm_tape **out, lcm_ctx *ctx,
                                          const lcm_expr *const *exprs,
                                          size_t n, const char *const *names,
                                          size_t n_names);

/* As lcm_tape_compile, of "parts". */
LCM_NODISCARD lcm_status lcm_tape_compile_parts(
    lcm_tape **out, lcm_ctx *ctx, const struct lcm_tape_parts *parts);
