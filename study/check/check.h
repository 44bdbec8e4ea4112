/* Lint of the models that comments and .pam files say. */
#pragma once

#include "analyzer/load/load.h"

/* Check all that "options" name: what is wrong or odd is reported.  "*out"
 * becomes the program that was looked at for races, or NULL. */
LCM_NODISCARD lcm_status lcm_check(const lcm_program **out, lcm_ctx *ctx,
                                   const struct lcm_load_options *options);
