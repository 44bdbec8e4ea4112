/* Compilation databases: which units a program has, with their flags. */
#pragma once

#include "analyzer/request/request.h"

/* Read "directory"/compile_commands.json into "*inputs", sorted by file, the
 * C files only, each (file, flags) once, those of one file in their order.
 * Directories in it may be relative to its own; response files are read.
 * "all": all files are meant, and those that are left out are said. */
LCM_NODISCARD lcm_status
lcm_compile_commands_read(const struct lcm_unit_input **inputs, size_t *n,
                          lcm_ctx *ctx, const char *directory, bool all);

/* Say which of the "n" files at "inputs" are there several times, one behind
 * the other: the build compiles them in several ways. */
void lcm_compile_commands_note(lcm_ctx *ctx,
                               const struct lcm_unit_input *inputs, size_t n);
