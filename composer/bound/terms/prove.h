/* Proofs about expressions in indices and params. */
#pragma once

#include "composer/bound/terms/algebra.h"

/* Return how "e" changes with "name", as far as can be proved. */
struct lcm_bound_shape lcm_bound_shape_of(struct lcm_bound_algebra *a,
                                          const lcm_expr *e, const char *name);

/* Enter a range: return it with an index of its own, "index" or a name derived
 * from it, which is in scope until lcm_bound_close_range. */
struct lcm_range lcm_bound_open_range(struct lcm_bound_algebra *a,
                                      struct lcm_range range);
void lcm_bound_close_range(struct lcm_bound_algebra *a);

/* Return whether "e" is proved not to be negative. */
bool lcm_bound_proves(struct lcm_bound_algebra *a, const lcm_expr *e);

/* The same, but what concerns params alone becomes a condition of the form. */
bool lcm_bound_takes(struct lcm_bound_algebra *a, const lcm_expr *e);

/* Note that "e" is not negative: where it is about one symbol, as a limit of
 * that. */
void lcm_bound_assume(struct lcm_bound_algebra *a, const lcm_expr *e);

/* Return whether "e" is provably whole. */
bool lcm_bound_is_whole(lcm_ctx *ctx, const lcm_expr *e);

/* Return "e" with "name" replaced by "by". */
const lcm_expr *lcm_bound_put(struct lcm_bound_algebra *a, const lcm_expr *e,
                              const char *name, const lcm_expr *by);

/* Take "e" apart as factor * name + rest, neither with "name"; false where it
 * is not so. */
bool lcm_bound_affine(struct lcm_bound_algebra *a, const lcm_expr *e,
                      const char *name, const lcm_expr *parts[2]);
