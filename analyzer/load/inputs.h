/* The C files among the inputs, with the flags that they are compiled with.
 * Structures (.lcs) among the inputs.  PAMELA models among the inputs. */
#pragma once

#include "analyzer/load/types.h"

/* Put the C files of "options", those of compilation databases among them, into
 * "*inputs", "*n" of them. */
LCM_NODISCARD lcm_status
lcm_load_inputs(const struct lcm_unit_input **inputs, size_t *n, lcm_ctx *ctx,
                const struct lcm_load_options *options);

/* Check that every input is there, and no file of measurements; LCM_EIO or
 * LCM_EUSAGE, and a diagnostic, where one is not. */
LCM_NODISCARD lcm_status lcm_load_check(lcm_ctx *ctx,
                                        const struct lcm_load_options *options);

/* Return whether all inputs are there, and C files or directories with a
 * compilation database. */
bool lcm_load_is_all_c(const struct lcm_load_options *options);

/* Return whether a compilation database is among the inputs: its units may
 * belong to several programs. */
bool lcm_load_has_database(const struct lcm_load_options *options);

/* Return whether "name" is that of a structure, or standard input ("-"). */
bool lcm_load_is_structure(const char *name);

/* Read the structure in the file "name" into "*out".  What standard input holds
 * is a model, read as "options" say, unless it says that it is a structure. */
LCM_NODISCARD lcm_status
lcm_load_structure(const lcm_program **out, lcm_ctx *ctx, const char *name,
                   const struct lcm_load_options *options);

/* Read the models among the inputs of "options" as one into "*out", NULL where
 * there are none. */
LCM_NODISCARD lcm_status lcm_load_model(const lcm_program **out, lcm_ctx *ctx,
                                        const struct lcm_load_options *options);

/* Put the C files in "folder", in the order of their names, into "*out"; return
 * how many: 0 where it has a compilation database, or is no folder. */
size_t lcm_load_sources(const char *const **out, lcm_ctx *ctx,
                        const char *folder);
