#pragma once

#include "model/link/internal.h"

/* Note that the call "opaque" is left, for the reason "why" (NULL: for its
 * own); return it with that. */
const lcm_node *lcm_outcome_left(lcm_outcomes *outcomes, const lcm_node *opaque,
                                 const char *why);

/* Note that the call "opaque" goes to what "held" holds. */
void lcm_outcome_resolved(lcm_outcomes *outcomes, const lcm_node *opaque,
                          const struct lcm_held *held);

/* Take back what was said of calls that are resolved wherever they are reached,
 * and say what else is known of them. */
void lcm_outcomes_report(lcm_outcomes *outcomes);

/* Return what stands for the call "opaque" of what "held" holds, where these
 * functions go by "keys": a call, or a choice of several that are equally
 * likely, or nothing. */
const lcm_node *lcm_choice_new(lcm_ctx *ctx, const lcm_node *opaque,
                               const char *const *keys,
                               const struct lcm_held *held);

/* Return the choice "choice" with its calls "kept" alone and, for all others,
 * the opaque node "left", in which no call stands any more. */
const lcm_node *lcm_choice_part(lcm_ctx *ctx, const lcm_node *choice,
                                const lcm_node *left,
                                const lcm_node_refs *kept);
