/* Times that are a sum of random draws. */
#pragma once

#include "composer/engine/random.h"

/* Return the mean of the time "s". */
double lcm_spread_mean(const struct lcm_spread *s);

/* Return the expected maximum over "n" members of which member i takes the time
 * "s" shares[i] times. */
double lcm_spread_maximum(lcm_ctx *ctx, const struct lcm_spread *s,
                          const double *shares, size_t n);

/* Return "n" times "s" together, as "dice" have it. */
double lcm_spread_draw(const struct lcm_spread *s, struct lcm_random *dice,
                       double n);
