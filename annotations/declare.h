/* What declaring directives add to a program: params, resources, categories,
 * random quantities. */
#pragma once

#include "annotations/directive.h"

/* Add what the declaring directives (`param`, `resource`, `category`,
 * `covariance`, `random`) among the "n" at "directives" declare to "*out".  The
 * same param twice with different values is diagnostic "duplicate-param". */
LCM_NODISCARD lcm_status lcm_directives_declare(struct lcm_declarations *out,
                                                lcm_ctx *ctx,
                                                const lcm_directive *directives,
                                                size_t n, const char *variant,
                                                const struct lcm_scope *scope);
