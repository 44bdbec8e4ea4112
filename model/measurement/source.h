/* Where models come from: the words of their `measured` directives. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return whether the words of "source", of a model
 * (model/structure/structure.h; NULL: none), have "key" with the "n" bytes at
 * "value" alone or in a list: "KEY=VALUE,VALUE". */
bool lcm_source_has(const char *source, const char *key, const char *value,
                    size_t n);

/* Return the value of the next word "KEY=..." of the text "*at" (NULL: there is
 * none) and let "*at" be behind it; "*len" is how many bytes it has. */
const char *lcm_source_next(const char **at, const char *key, size_t *len);

/* Return the percentage that "source" has in its word "KEY=...%", 0 for
 * none. */
double lcm_source_percent(const char *source, const char *key);

/* Put the range that "source" has in its word "KEY=LOW..HIGH" into "*low" and
 * "*high"; false where it has none. */
bool lcm_source_range(double *low, double *high, const char *source,
                      const char *key);

/* How many times as large as the range of a model a value is that is far
 * outside of it. */
#define LCM_FAR_BEYOND 2

/* Return how many times "value" is above "high", or below "low"; 1 in between,
 * and where that has no meaning. */
double lcm_range_beyond(double value, double low, double high);
