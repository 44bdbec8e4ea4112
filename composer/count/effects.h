#pragma once

#include "composer/trace/internal.h"
#include "model/results/data.h"

/* Return what the functions of "program" do to their caller's data, by function
 * by where they stand; their number goes into "*n" (composer/count/effects.c). */
const lcm_effect *lcm_effects_find(size_t *n, lcm_ctx *ctx,
                                   const lcm_program *program);
