/* What models of nodes cost, in closed form. */
#pragma once

#include "composer/formula/internal.h"

/* Return w - 1, at least 0. */
const lcm_expr *lcm_formula_others(struct lcm_formula *f, const lcm_expr *w);

/* Return the price of one execution by "model". */
struct lcm_formula_price lcm_formula_priced(struct lcm_formula *f,
                                            const lcm_model *model,
                                            const lcm_expr *w, bool parallel);

/* Return the price of all that one execution of "node" does by "model". */
struct lcm_formula_price lcm_formula_model(struct lcm_formula *f,
                                           const lcm_node *node,
                                           const lcm_model *model,
                                           const lcm_expr *w, bool parallel);

/* Charge the processors but one of "w" with having idled for the LCM_LONE of
 * "out". */
void lcm_formula_settle(struct lcm_formula *f, struct lcm_closed *out,
                        const lcm_expr *w);

/* Return the outcome of serial work "price" by one processor. */
struct lcm_closed lcm_formula_work(struct lcm_formula *f,
                                   struct lcm_formula_price price);

/* Make the elapsed time of "out" the sum of its categories over "w". */
void lcm_formula_close(struct lcm_formula *f, struct lcm_closed *out,
                       const lcm_expr *w);

/* As lcm_run_models, over expressions; "out" is not settled. */
bool lcm_formula_models(struct lcm_closed *out, bool covered[LCM_MAX_CATS],
                        struct lcm_formula *f, const lcm_node *node,
                        const lcm_expr *w, bool parallel);
