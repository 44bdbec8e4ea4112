#include "model/measured.h"

#include <string.h>

const char *lcm_measured_next(const char **at, const char *key, size_t *len) {
  const size_t n = strlen(key);
  while (**at) {
    const char *word = *at + strspn(*at, " ");
    const size_t length = strcspn(word, " ");
    *at = word + length;
    if (length > n && !strncmp(word, key, n) && word[n] == '=') {
      *len = length - n - 1;
      return word + n + 1;
    }
  }
  return NULL;
}

bool lcm_measured_has_cover(const char *measured) {
  size_t len = 0;
  return measured && lcm_measured_next(&measured, "covers", &len);
}

bool lcm_measured_covers(const char *measured, const char *category) {
  size_t len = 0;
  const char *at =
      measured ? lcm_measured_next(&measured, "covers", &len) : NULL;
  const char *end = at ? at + len : NULL;
  while (at && at < end) {
    const size_t n = strcspn(at, ", ");
    if (n == strlen(category) && !strncmp(at, category, n))
      return true;
    at += n + 1;
  }
  return false;
}
