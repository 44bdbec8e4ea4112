/* Statements that are nested too deeply to be given to libclang. */
#ifndef LCM_ANALYZER_NESTING_INTERNAL_H
#define LCM_ANALYZER_NESTING_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return whether statements of the "len" bytes at "text" are nested more than
 * LCM_MAX_DEPTH deep without braces, as far as the text alone shows it, and put
 * the offset of the first that is into "*at".  libclang, which has no limit but
 * for brackets, takes time in the square of such a depth. */
bool lcm_nesting_is_deep(size_t *at, const char *text, size_t len);

#ifdef __cplusplus
}
#endif

#endif
