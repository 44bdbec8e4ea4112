/* What slow accesses take: those that nobody foresees, and the first
 * ones to pages. */
#pragma once

#include "composer/scope/traits.h"
#include "model/machine/machine.h"

/* Return the slow accesses of one execution of the fragment "node". */
struct lcm_slow_time lcm_facts_slow(struct lcm_facts_table *table,
                                    const lcm_machine *machine,
                                    const lcm_node *node);

/* What accesses of a fragment wait for, in seconds, pure numbers; NULL: for
 * nothing. */
struct lcm_slow_part {
  const lcm_expr *wait;  /* all of it */
  const lcm_expr *level; /* for the level that holds what they are over */
};

/* Return what all of "slow" wait for. */
struct lcm_slow_part lcm_slow_part(lcm_ctx *ctx, const lcm_machine *machine,
                                   const struct lcm_slow *slow);

/* Return the number of the level that "slow", which are over "bytes" bytes (as
 * "slow" counts them; infinity: not known), wait for; the number of levels
 * where none has a price. */
size_t lcm_slow_level(const lcm_machine *machine, const struct lcm_slow *slow,
                      double bytes);

/* Put the bytes that one execution of the strided accesses "slow" moves beside
 * those that it uses into "*out"; false where there are none. */
bool lcm_stride_bytes(struct lcm_reuse *out, lcm_ctx *ctx,
                      const lcm_machine *machine, const struct lcm_slow *slow);
