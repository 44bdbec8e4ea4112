/* Data that cross inside teams. */
#pragma once

#include "composer/trace/internal.h"

/* Return how many leading ranges of "a" and "b" belong to sequential loops
 * around both: in one iteration their indices are the same. */
size_t lcm_trace_shared(const struct lcm_place *a, const struct lcm_place *b);

/* Return what "from" and "to" both touch in one iteration of the loops around
 * both (one execution of "to", where "once"); "*exact" says whether it is just
 * that. */
const lcm_section *lcm_trace_common(bool *exact, struct lcm_tracer *tracer,
                                    const struct lcm_trace_access *from,
                                    const struct lcm_trace_access *to,
                                    bool once);

/* Return the number of the member of the team that takes way "child" of the
 * branch "node" for certain, and no other; NULL where that is not so. */
const lcm_expr *lcm_trace_chosen(lcm_ctx *ctx, const lcm_node *node,
                                 size_t child);

/* Return the bytes, in terms of the processors p, that move between one thread
 * and those that share out a loop in blocks, of which one is "from", which
 * wrote, and the other "to", which reads.  One that reads waits for all but its
 * own block; of those that share out a loop, who pay for the p-th part of this
 * each, each but the one waits for its block, all of it.  NULL where that is
 * not known, or iterations touch no parts of their own. */
const lcm_expr *lcm_trace_handed(struct lcm_tracer *tracer,
                                 const struct lcm_trace_access *from,
                                 const struct lcm_trace_access *to);

/* Add the crossing by which what "from" wrote is read by "to", both inside
 * teams, if data cross between members. */
void lcm_trace_crossing(struct lcm_tracer *tracer,
                        const struct lcm_trace_access *from,
                        const struct lcm_trace_access *to);
