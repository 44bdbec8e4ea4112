/* The text of a `measured` directive: words "KEY=VALUE" between blanks. */
#ifndef LCM_MODEL_MEASURED_H
#define LCM_MODEL_MEASURED_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return the value of the next word "KEY=..." of the text "*at" (NULL: there is
 * none) and let "*at" be behind it; "*len" is how many bytes it has. */
const char *lcm_measured_next(const char **at, const char *key, size_t *len);

/* Return whether "measured" (or NULL) says what it covers. */
bool lcm_measured_has_cover(const char *measured);

/* Return whether "measured" (or NULL) covers "category". */
bool lcm_measured_covers(const char *measured, const char *category);

#ifdef __cplusplus
}
#endif

#endif
