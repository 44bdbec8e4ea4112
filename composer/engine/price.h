/* What models of nodes cost. */
#pragma once

#include "composer/engine/run.h"

/* Return the price of one execution by "model", by "w" processors together
 * ("parallel") or one. */
struct lcm_price lcm_run_price(struct lcm_run *run, const lcm_model *model,
                               double w, bool parallel);

/* Return the outcome of serial work "price" by one of "w" processors. */
struct lcm_outcome lcm_outcome_serial(struct lcm_price price, double w);

/* Make the outcome of the categories in "out", all given, on "w" processors:
 * the elapsed time is their sum over w. */
void lcm_outcome_close(struct lcm_outcome *out, double w);

/* Execute the models of "node": return whether they cover all that lies below,
 * with the outcome in "*out"; else "covered" says which categories they
 * give. */
bool lcm_run_models(struct lcm_outcome *out, bool covered[LCM_MAX_CATS],
                    struct lcm_run *run, const lcm_node *node, double w,
                    bool parallel);
