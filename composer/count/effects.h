/* What functions do to data of their callers. */
#pragma once

#include "model/results/results.h"

/* Return what the functions of "program" do to their caller's data, by function
 * by where they stand; their number goes into "*n". */
const lcm_effect *lcm_effects_find(size_t *n, lcm_ctx *ctx,
                                   const lcm_program *program);

/* Let "section" be all of its variable, for the reason "why". */
void lcm_section_blur(lcm_section *section, const char *why);
