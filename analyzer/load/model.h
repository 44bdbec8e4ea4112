/* PAMELA models among the inputs. */
#pragma once

#include "analyzer/load/types.h"

/* Return whether "name" is that of a PAMELA model. */
bool lcm_load_is_model(const char *name);

/* Read the models among the inputs of "options" as one into "*out", NULL where
 * there are none. */
LCM_NODISCARD lcm_status lcm_load_model(const lcm_program **out, lcm_ctx *ctx,
                                        const struct lcm_load_options *options);
