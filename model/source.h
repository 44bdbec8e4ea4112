/* Where models come from: the words of their `measured` directives. */
#ifndef LCM_MODEL_SOURCE_H
#define LCM_MODEL_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Return whether the words of "source", of a model (model/structure.h; NULL:
 * none), have "key" with the "n" bytes at "value" alone or in a list:
 * "KEY=VALUE,VALUE". */
bool lcm_source_has(const char *source, const char *key, const char *value,
                    size_t n);

#ifdef __cplusplus
}
#endif

#endif
