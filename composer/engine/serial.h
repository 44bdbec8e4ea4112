#pragma once

#include "composer/engine/internal.h"

/* Return the price of one execution by "model", by "w" processors together
 * ("parallel") or one. */
struct lcm_price lcm_run_price(struct lcm_run *run, const lcm_model *model,
                               double w, bool parallel);

/* Execute "node" by a crew of "w" processors of which one runs serial code. */
struct lcm_outcome lcm_run_serial(struct lcm_run *run, const lcm_node *node,
                                  double w);

/* Execute the models of "node": return whether they cover all that lies below,
 * with the outcome in "*out"; else "covered" says which categories they
 * give. */
bool lcm_run_models(struct lcm_outcome *out, bool covered[LCM_MAX_CATS],
                    struct lcm_run *run, const lcm_node *node, double w,
                    bool parallel);

/* Return the number of iterations of the loop "node"; 1 and a note where it is
 * unknown. */
double lcm_run_count(struct lcm_run *run, const lcm_node *node);

/* Return how the sequential loop "node" is walked. */
struct lcm_walk lcm_run_walk(struct lcm_run *run, const lcm_node *node);

/* Bind the index for step "i" of "walk". */
void lcm_run_step(struct lcm_run *run, const struct lcm_walk *walk, double i);

/* Call "fn" in the scope of the callee of "node", if it has a body; the
 * function "fn" gets the body. */
bool lcm_run_enter(struct lcm_run *run, const lcm_node *node,
                   struct lcm_run *saved, const lcm_node **body);
void lcm_run_leave(struct lcm_run *run, const struct lcm_run *saved);

/* The same for a call by the members of "team" (NULL: by the one that is being
 * followed), whose arguments may differ. */
bool lcm_run_enter_members(struct lcm_run *run, const struct lcm_team *team,
                           const lcm_node *node, struct lcm_run *saved,
                           const lcm_node **body);

/* Return the index of the alternative of the branch "node" that is taken, or
 * (size_t)-1 for none; "*random" where probabilities decide. */
size_t lcm_run_taken(struct lcm_run *run, const lcm_node *node, bool *random);

/* Return the probability of alternative "i" of "node". */
double lcm_run_chance(struct lcm_run *run, const lcm_node *node, size_t i);
