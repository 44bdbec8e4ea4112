/* Names of files: which belong to the project, and how they are printed. */
#pragma once

#include "base/ctx.h"

/* Return whether the file called "name" is a source file, not a header. */
bool lcm_is_source_file(const char *name);

/* Return whether the file called "name" belongs to the project and not to the
 * system. */
bool lcm_is_project_file(const char *name);

/* Return "name" as it is printed: without `./` and `x/..`. */
const char *lcm_printed_file(lcm_ctx *ctx, const char *name);
