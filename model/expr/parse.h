/* Parsing expressions of the comment language. */
#pragma once

#include "model/expr/types.h"

/* Return the place at which the text inside "within" (such as a directive) has
 * the name "name"; "within" itself where no text there was read. */
lcm_loc lcm_expr_name_place(lcm_ctx *ctx, const char *name, lcm_loc within);

/* Parse the whole of "source" into "*out".  On error "*out" is untouched and
 * a diagnostic at the exact column was issued. */
LCM_NODISCARD lcm_status lcm_expr_parse(const lcm_expr **out, lcm_ctx *ctx,
                                        const struct lcm_expr_source *source);

/* As lcm_expr_parse_prefix for text in LCM_EXACT: a name may carry its
 * dimension in braces, and is then not resolved. */
LCM_NODISCARD lcm_status
lcm_expr_parse_exact(const lcm_expr **out, size_t *used, lcm_ctx *ctx,
                     const struct lcm_expr_source *source);
