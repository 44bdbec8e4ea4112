/* The C files among the inputs, with the flags that they are compiled with. */
#pragma once

#include "analyzer/load/types.h"

/* Put the C files of "options", those of compilation databases among them, into
 * "*inputs", "*n" of them. */
LCM_NODISCARD lcm_status
lcm_load_inputs(const struct lcm_unit_input **inputs, size_t *n, lcm_ctx *ctx,
                const struct lcm_load_options *options);

/* Check that every input is there; LCM_EIO, and a diagnostic, where one is
 * not. */
LCM_NODISCARD lcm_status lcm_load_check(lcm_ctx *ctx,
                                        const struct lcm_load_options *options);

/* Return whether all inputs are there, and C files or directories with a
 * compilation database. */
bool lcm_load_is_all_c(const struct lcm_load_options *options);

/* Return whether a compilation database is among the inputs: its units may
 * belong to several programs. */
bool lcm_load_has_database(const struct lcm_load_options *options);
