/* Compilation databases: which units a program has, with their flags. */
#pragma once

#include "analyzer/request/request.h"

/* Read "directory"/compile_commands.json into "*inputs", sorted by file, the
 * C files only, each (file, flags) once. */
LCM_NODISCARD lcm_status
lcm_compile_commands_read(const struct lcm_unit_input **inputs, size_t *n,
                          lcm_ctx *ctx, const char *directory);
