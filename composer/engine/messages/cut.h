/* Which iterations of the loops of ranks are followed; marks behind them. */
#pragma once

#include "composer/engine/events.h"

struct lcm_cut;

/* Return which of the "count" iterations of the loop "node" of "w", whose index
 * goes on from "from" (NAN: it has none), are followed; NULL: all of them. */
struct lcm_cut *lcm_steady_cut(struct lcm_world *w, const lcm_node *node,
                               double count, double from);

/* Return the iteration that is followed after iteration "i", "cut" being as
 * above; when each stretch of them has ended is noted in "script". */
double lcm_steady_next(struct lcm_world *w, lcm_script *script,
                       struct lcm_cut *cut, double i);

/* A rank of "w" begins to be written down. */
void lcm_steady_begin(struct lcm_world *w);

/* The present rank of "w" posts "queued". */
void lcm_steady_post(struct lcm_world *w, const struct lcm_queued *queued);

/* Rank "rank" of "w" has come to "step" at "clock"; the interface of its node
 * is free from "interface" on. */
void lcm_steady_mark(struct lcm_world *w, size_t rank,
                     const struct lcm_step *step, double clock,
                     double interface);

/* Return whether the world "w", written down, is not to be played with loops
 * cut short: ranks do not meet in these, or messages are under way between
 * their iterations. */
bool lcm_steady_fails(const struct lcm_world *w);
