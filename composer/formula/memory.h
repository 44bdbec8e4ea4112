/* Closed forms of moving bytes. */
#pragma once

#include "composer/formula/internal.h"

/* Return the price of the fragment "node" by its static cost, as
 * lcm_run_static. */
struct lcm_formula_price lcm_formula_static(struct lcm_formula *f,
                                            const lcm_node *node);

/* Return how many processors move bytes at the same time as one that executes
 * what is being built. */
const lcm_expr *lcm_formula_movers(struct lcm_formula *f);

/* Return the factor by which "movers" members that move bytes of "level" slow
 * each other down. */
const lcm_expr *lcm_formula_slowdown(struct lcm_formula *f,
                                     const struct lcm_level *level,
                                     const lcm_expr *movers);

/* Return how long moving "bytes" (a pure number) keeps "level" busy, NULL where
 * its bandwidth is not known. */
const lcm_expr *lcm_formula_busy_time(struct lcm_formula *f,
                                      const struct lcm_level *level,
                                      const lcm_expr *bytes);

/* Add the time that memory is busy by "price" to "out". */
void lcm_formula_busy(struct lcm_formula *f, struct lcm_closed *out,
                      const struct lcm_formula_price *price);
