/* What models of nodes cost.  Prices of fragments by their static cost. */
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

/* Return the bytes that one execution of the fragment "node" moves as far as
 * its accesses say: each section once, scalars and private data not at all; and
 * those that it says itself.  NULL where nothing is known to move. */
const lcm_expr *lcm_run_bytes(struct lcm_run *run, const lcm_node *node);

/* Return the price of the fragment "node" by its static cost: the larger of its
 * operations and its bytes; notes what is not known. */
struct lcm_price lcm_run_static(struct lcm_run *run, const lcm_node *node);

/* Note of all nodes whether their computation was measured and stands in the
 * model of another node of their function, whose `measured` names them
 * (`of=`): their static cost would count it again. */
void lcm_run_find_elsewhere(struct lcm_run *run);
