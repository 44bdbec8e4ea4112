/* Structures (.lcs) among the inputs. */
#pragma once

#include "analyzer/load/types.h"

/* Return whether "name" is that of a structure, or standard input ("-"). */
bool lcm_load_is_structure(const char *name);

/* Read the structure in the file "name" into "*out".  What standard input holds
 * is a model, read as "options" say, unless it says that it is a structure. */
LCM_NODISCARD lcm_status
lcm_load_structure(const lcm_program **out, lcm_ctx *ctx, const char *name,
                   const struct lcm_load_options *options);
