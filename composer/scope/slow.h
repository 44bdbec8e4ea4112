/* What slow accesses take: those that nobody foresees, and the first
 * ones to pages. */
#pragma once

#include "composer/scope/traits.h"
#include "model/machine/machine.h"

/* Return the slow accesses of one execution of the fragment "node". */
struct lcm_slow_time lcm_facts_slow(struct lcm_facts_table *table,
                                    const lcm_machine *machine,
                                    const lcm_node *node);

/* Put the bytes that one execution of the strided accesses "slow" moves beside
 * those that it uses into "*out"; false where there are none. */
bool lcm_stride_bytes(struct lcm_reuse *out, lcm_ctx *ctx,
                      const lcm_machine *machine, const struct lcm_slow *slow);
