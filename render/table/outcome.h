/* Who wins a comparison at a point, and how clearly. */
#pragma once

#include "model/results/results.h"

/* Return the time of variant "v" at point "i". */
double lcm_outcome_time(const lcm_comparison *c, size_t v, size_t i);

/* Return by which fraction the winner at point "i" is faster: 0 for a tie, NaN
 * with a single variant. */
double lcm_outcome_margin(const lcm_comparison *c, size_t i);

/* Return whether the interval of the difference at point "i" holds 0. */
bool lcm_outcome_is_open(const lcm_comparison *c, size_t i);

/* Return whether no variant wins at point "i". */
bool lcm_outcome_is_tie(const lcm_comparison *c, size_t i);

/* Return whether the times of all variants are known at point "i", and leave
 * out the same: else none of them is said to win. */
bool lcm_outcome_is_known(const lcm_comparison *c, size_t i);

/* Return the name of variant "v", in memory of "ctx" where it has none of its
 * own. */
const char *lcm_variant_name(lcm_ctx *ctx, const lcm_comparison *c, size_t v);

/* Return the letter of variant "v" in a map: small where it is not clear that
 * it wins. */
char lcm_variant_letter(size_t v, bool clear);

/* Put the numbers of the two variables of the grid of "c" that vary into
 * "axes"; false where there are not two. */
bool lcm_comparison_axes(size_t axes[2], const lcm_comparison *c);

/* Return the letter of the winner at point "i" of "c": small where it is not
 * clear that it wins, '=' for a tie, '-' where some time is not known. */
char lcm_comparison_letter(const lcm_comparison *c, size_t i);
