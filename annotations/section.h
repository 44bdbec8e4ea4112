/* Parsing array sections such as `a[k][0:n]`. */
#pragma once

#include "annotations/directive.h"

/* Parse the array section of "source", such as `a[k][0:n]`, `*p`, `s->x` or
 * `m[:]`, into "*out"; the identity and element size through "scope". */
LCM_NODISCARD lcm_status lcm_section_parse(lcm_section *out, lcm_ctx *ctx,
                                           const struct lcm_expr_source *source,
                                           const struct lcm_scope *scope);
