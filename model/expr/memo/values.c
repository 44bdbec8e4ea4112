/* A table of what expressions came to. */
#include <string.h>

#include "model/expr/memo/values.h"

/* Places to begin with, and at most (8 MB); how many are looked at. */
enum { FIRST = 256, MOST = 1 << 16, NEAR = 4 };

/* Return where in "values" to look first for "e" with "leaves". */
static size_t place_of(const struct lcm_values *values, const lcm_expr *e,
                       const double *leaves) {
  uint64_t hash = e->hash;
  for (size_t i = 0; i < e->n_leaves; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &leaves[i], sizeof bits);
    hash ^= bits;
    hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
  }
  return (size_t)hash & (values->cap - 1);
}

const struct lcm_kept_value *lcm_values_get(const struct lcm_values *values,
                                            const lcm_expr *e,
                                            const double *leaves) {
  if (!values->n)
    return NULL;
  const size_t first = place_of(values, e, leaves);
  for (size_t i = 0; i < NEAR; i++) {
    const struct lcm_kept_value *at =
        &values->at[(first + i) & (values->cap - 1)];
    if (at->of == e &&
        !memcmp(at->leaves, leaves, e->n_leaves * sizeof *leaves))
      return at;
  }
  return NULL;
}

/* Put "value" into a free place of "values" near its first one, or instead of
 * what took the fewest steps of those there. */
static void put(struct lcm_values *values, const struct lcm_kept_value *value) {
  const size_t first = place_of(values, value->of, value->leaves);
  struct lcm_kept_value *least = &values->at[first];
  for (size_t i = 0; i < NEAR && least->of; i++) {
    struct lcm_kept_value *at = &values->at[(first + i) & (values->cap - 1)];
    if (!at->of || at->steps < least->steps)
      least = at;
  }
  values->n += !least->of;
  *least = *value;
}

/* Make twice the room in "values". */
static void grow(struct lcm_values *values) {
  const struct lcm_values old = *values;
  values->cap = old.cap ? 2 * old.cap : FIRST;
  values->at = LCM_NEW_ARRAY(values->arena, struct lcm_kept_value, values->cap);
  values->n = 0;
  for (size_t i = 0; i < old.cap; i++)
    if (old.at[i].of)
      put(values, &old.at[i]);
}

void lcm_values_put(struct lcm_values *values,
                    const struct lcm_kept_value *value) {
  if (2 * values->n >= values->cap && values->cap < MOST)
    grow(values);
  put(values, value);
}
