/* Statements that are nested too deeply to be given to libclang. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return whether statements of the "len" bytes at "text" are nested more than
 * LCM_MAX_DEPTH deep without braces, as far as the text alone shows it, and put
 * the offset of the first that is into "*at".  libclang, which has no limit but
 * for brackets, takes time in the square of such a depth. */
bool lcm_nesting_is_deep(size_t *at, const char *text, size_t len);
