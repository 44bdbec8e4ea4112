/* A table of what expressions came to with the present values of names. */
#include <string.h>

#include "model/expr/memo/known.h"

/* Return the last change of a name with a bit of "mask". */
static unsigned long long newest(const struct lcm_known *known, uint64_t mask) {
  unsigned long long last = 0;
  for (; mask; mask &= mask - 1) {
    const unsigned long long own = known->changed[__builtin_ctzll(mask)];
    last = own > last ? own : last;
  }
  return last;
}

bool lcm_known_get(double *out, struct lcm_known *known, const lcm_expr *e) {
  const size_t i = (size_t)e->hash % LCM_MOST_KNOWN;
  if (known->at[i].of != e)
    return false;
  if (known->at[i].number != known->last) {
    if (known->at[i].number < newest(known, e->mask))
      return false;
    known->at[i].number = known->last;
  }
  *out = known->at[i].value;
  return true;
}

void lcm_known_put(struct lcm_known *known, const lcm_expr *e, double value) {
  const size_t i = (size_t)e->hash % LCM_MOST_KNOWN;
  known->at[i].of = e;
  known->at[i].number = known->last;
  known->at[i].value = value;
}

void lcm_known_change(struct lcm_known *known, uint64_t mask) {
  known->last++;
  for (; mask; mask &= mask - 1)
    known->changed[__builtin_ctzll(mask)] = known->last;
}

void lcm_known_name(struct lcm_known *known, const lcm_expr *leaf,
                    double value) {
  const size_t i = (size_t)leaf->hash % LCM_MOST_NAMED;
  if (known->named[i].of == leaf &&
      !memcmp(&known->named[i].value, &value, sizeof value))
    return;
  known->named[i].of = leaf;
  known->named[i].value = value;
  lcm_known_change(known, leaf->mask);
}
