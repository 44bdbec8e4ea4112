#pragma once

#include "composer/engine/internal.h"

/* Return how the library of "machine" deals out the PARLOOP "node". */
struct lcm_dealing lcm_loop_dealing(const lcm_machine *machine,
                                    const lcm_node *node);

/* Return what is assumed of the schedule of "node", or NULL. */
const char *lcm_loop_assumption(const lcm_machine *machine,
                                const lcm_node *node);

/* Return whether the library of "machine" deals out the units of the PARALLEL
 * "node" in blocks, as libomp does with sections. */
bool lcm_units_are_blocks(const lcm_machine *machine, const lcm_node *node);

/* Return which of "k" members has number "i" of "n" that are dealt out in
 * blocks. */
size_t lcm_block_owner(double i, double n, double k);

/* Return whether members ask for what they get by "deal". */
bool lcm_deal_is_on_demand(enum lcm_deal deal);

/* Return how the PARLOOP "node" is divided. */
struct lcm_division lcm_run_division(struct lcm_run *run, const lcm_node *node,
                                     double members, double weight);

/* Return how many iterations are given out together from number "from" on,
 * where chunks are given out on demand. */
double lcm_division_next(const struct lcm_division *d, double from);

/* Return the chunks of "d", of which nobody has taken any. */
struct lcm_stealing *lcm_stealing_new(lcm_arena *arena,
                                      const struct lcm_division *d);

/* Put the number of the chunk that member "m" takes next into "*chunk"; false
 * where it finds none, now and later. */
bool lcm_stealing_take(double *chunk, struct lcm_stealing *s, size_t m);
