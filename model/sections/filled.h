/* Parts of arrays that are written for certain before they are read. */
#pragma once

#include "model/structure/structure.h"

/* An access in loops. */
struct lcm_fill {
  const lcm_section *section; /* in one round of all of the loops */
  /* of the loops around it, outermost first, and the numbers of these: two
   * accesses with one number are in the same round of that loop */
  const lcm_iteration *ranges;
  const unsigned *loops;
  size_t n_ranges;
};

/* The accesses that are made for certain before another one. */
typedef struct lcm_fill_list {
  struct lcm_fill *at;
  size_t n;
  size_t cap;
} lcm_fill_list;

/* Return whether "writes", each of which is made for certain before "read",
 * have touched all that this touches, in the same rounds of the loops that are
 * around both. */
bool lcm_is_filled(lcm_ctx *ctx, const struct lcm_fill *read,
                   const lcm_fill_list *writes);
