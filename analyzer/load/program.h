/* All that is named, read as units or as one program.  Errors after which
 * something can still be shown. */
#pragma once

#include "analyzer/load/types.h"

/* Analyse the C files of "options" into "*units", "*n" of them. */
LCM_NODISCARD lcm_status lcm_load_units(const struct lcm_unit **units,
                                        size_t *n, lcm_ctx *ctx,
                                        const struct lcm_load_options *options);

/* Read all of "options" as one program into "*out", linked: its run begins
 * somewhere. */
LCM_NODISCARD lcm_status
lcm_load_program(const lcm_program **out, lcm_ctx *ctx,
                 const struct lcm_load_options *options);

/* Read all of "options" as one program into "*out"; where its run begins stays
 * open. */
LCM_NODISCARD lcm_status
lcm_load_joined(const lcm_program **out, lcm_ctx *ctx,
                const struct lcm_load_options *options);

/* As lcm_load_program; where that is not possible, as where several functions
 * may be where the run begins, joined, with "*why" saying why (NULL: it is
 * linked). */
LCM_NODISCARD lcm_status lcm_load_any(const lcm_program **out, const char **why,
                                      lcm_ctx *ctx,
                                      const struct lcm_load_options *options);

/* Make the errors of "ctx", but for those about units that were not read,
 * warnings "not-predicted"; return the message of the first, NULL for none. */
const char *lcm_forgive(lcm_ctx *ctx);
