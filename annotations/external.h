/* The directive `external`: what functions from elsewhere cost. */
#pragma once

#include "annotations/directive.h"

/* Add what the `external` directives among the "n" at "directives" say to
 * "out", "variant" being the selected one or NULL.  What is no parameter, has
 * another dimension or speaks of a function for the second time is diagnostic
 * "external". */
LCM_NODISCARD lcm_status lcm_externals_declare(struct lcm_externals *out,
                                               lcm_ctx *ctx,
                                               const lcm_directive *directives,
                                               size_t n, const char *variant);

/* Return what "of" says of the function "name", or NULL. */
const struct lcm_external *lcm_externals_find(const struct lcm_externals *of,
                                              const char *name);
