/* What is to be compared: several programs, or one in several variants. */
#pragma once

#include "analyzer/load/load.h"
#include "study/variants/edits.h"
#include "study/variants/grid.h"

/* Return the name of the variant in the file "path": without folder and
 * suffix. */
const char *lcm_variants_name(lcm_ctx *ctx, const char *path);

/* Load all that is to be compared into "variants": the inputs of "options", or
 * all of them as one program as it is in each variant that is named; a single
 * input also as it is without the variant that is named; and what "edits" make
 * of them.  LCM_EUSAGE, and a diagnostic, where these are not two. */
LCM_NODISCARD lcm_status lcm_variants_load(
    lcm_variants *variants, lcm_ctx *ctx,
    const struct lcm_load_options *options, const struct lcm_edits *edits);

/* Return the programs of "variants", as many (memory of "ctx"). */
const lcm_program *const *lcm_variants_programs(lcm_ctx *ctx,
                                                const lcm_variants *variants);

/* Return whether p is to vary: some of "variants" is a program. */
bool lcm_variants_sweep(const lcm_variants *variants);
