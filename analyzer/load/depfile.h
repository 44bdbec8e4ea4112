/* Which files units come from, as a rule for make. */
#pragma once

#include "analyzer/load/types.h"

/* Write which files the "n" units at "units" come from where "options" ask for
 * it. */
LCM_NODISCARD lcm_status
lcm_depfile_write(lcm_ctx *ctx, const struct lcm_load_options *options,
                  const struct lcm_unit *units, size_t n);
