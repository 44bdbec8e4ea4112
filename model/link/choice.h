/* What stands for a call through a pointer, and what becomes of such calls. */
#pragma once

#include "model/link/holdings.h"

/* What became of a call through a pointer. */
struct lcm_call_outcome {
  lcm_loc loc;
  bool left;        /* one is left that was not resolved */
  const char *said; /* what the call itself says */
  const char *why;  /* what is known besides; may be NULL */
  /* id, text: of the note on it where none is left; text NULL: there is none */
  lcm_diag_id id;
  const char *text;
};

/* What became of all; "index" leads from what tells one to its place. */
typedef struct lcm_outcomes {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct lcm_call_outcome) all;
} lcm_outcomes;

/* Note that the call "opaque" is left, for the reason "why" (NULL: for its
 * own); return it with that. */
const lcm_node *lcm_outcome_left(lcm_outcomes *outcomes, const lcm_node *opaque,
                                 const char *why);

/* Note that the call "opaque" goes to what "held" holds. */
void lcm_outcome_resolved(lcm_outcomes *outcomes, const lcm_node *opaque,
                          const struct lcm_pointees *held);

/* Take back what was said of calls that are resolved wherever they are reached,
 * and say what else is known of them. */
void lcm_outcomes_report(lcm_outcomes *outcomes);

/* Return what stands for the call "opaque" of what "held" holds, where these
 * functions go by "keys": a call, or a choice of several that are equally
 * likely, or nothing. */
const lcm_node *lcm_choice_new(lcm_ctx *ctx, const lcm_node *opaque,
                               const char *const *keys,
                               const struct lcm_pointees *held);

/* Return the choice "choice" with its calls "kept" alone and, for all others,
 * the opaque node "left", in which no call stands any more. */
const lcm_node *lcm_choice_part(lcm_ctx *ctx, const lcm_node *choice,
                                const lcm_node *left,
                                const lcm_node_refs *kept);
