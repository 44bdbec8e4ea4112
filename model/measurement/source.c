/* Reading the words of `measured` directives: where models come from. */
#include "model/measurement/source.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"

/* Return whether one of the values in the "len" bytes at "list", with commas
 * between them, is the "n" bytes at "value". */
static bool is_listed(const char *list, size_t len, const char *value,
                      size_t n) {
  const char *end = list + len;
  while (list <= end) {
    const char *comma = memchr(list, ',', (size_t)(end - list));
    const size_t own = (size_t)((comma ? comma : end) - list);
    if (own == n && !memcmp(list, value, n))
      return true;
    list += own + 1;
  }
  return false;
}

bool lcm_source_has(const char *source, const char *key, const char *value,
                    size_t n) {
  const size_t n_key = strlen(key);
  for (const char *at = source; at && *at;) {
    const size_t len = strcspn(at, " ");
    if (len > n_key && !memcmp(at, key, n_key) && at[n_key] == '=' &&
        is_listed(at + n_key + 1, len - n_key - 1, value, n))
      return true;
    at += len + strspn(at + len, " ");
  }
  return false;
}

const char *lcm_source_next(const char **at, const char *key, size_t *len) {
  const size_t n = strlen(key);
  while (**at) {
    const char *word = *at + strspn(*at, " ");
    const size_t length = strcspn(word, " ");
    *at = word + length;
    if (length > n && !memcmp(word, key, n) && word[n] == '=') {
      *len = length - n - 1;
      return word + n + 1;
    }
  }
  return NULL;
}

double lcm_source_percent(const char *source, const char *key) {
  size_t len = 0;
  const char *text = source ? lcm_source_next(&source, key, &len) : NULL;
  const char *end = NULL;
  const double value = text ? lcm_strtod(text, &end) : 0;
  return text && end == text + len - 1 && *end == '%' && value > 0 &&
                 isfinite(value)
             ? value
             : 0;
}

bool lcm_source_range(double *low, double *high, const char *source,
                      const char *key) {
  size_t len = 0;
  const char *text = source ? lcm_source_next(&source, key, &len) : NULL;
  const char *end = NULL;
  *low = text ? lcm_strtod(text, &end) : 0;
  if (!text || end == text || end >= text + len)
    return false;
  const char *from = end + strspn(end, ".");
  *high = lcm_strtod(from, &end);
  return from > text && end == text + len && *low <= *high;
}

double lcm_range_beyond(double value, double low, double high) {
  if (high > 0 && value > high)
    return value / high;
  return value > 0 && value < low ? low / value : 1;
}
