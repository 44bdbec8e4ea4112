/* Names and values of an evaluation. */
#pragma once

#include "composer/bound/evaluation.h"
#include "composer/bound/internal.h"

/* Return "e" (or NULL) with the means of random quantities in their place. */
const lcm_expr *lcm_bound_means(struct lcm_bound_table *table,
                                const lcm_expr *e);

/* Say that there is no bound because of "node". */
void lcm_bound_give_up(struct lcm_bound_run *run, const lcm_node *node,
                       const char *reason);

/* Return whether the evaluation has ended early. */
bool lcm_bound_ended(const struct lcm_bound_run *run);

/* Let "name" (interned) be "value"; forget all but the first "n" names. */
void lcm_bound_bind(struct lcm_bound_run *run, const char *name, double value);
void lcm_bound_unbind(struct lcm_bound_run *run, size_t n);

/* Return the value of "name", NaN where it has none. */
double lcm_bound_lookup(const struct lcm_bound_run *run, const char *name);

/* Bind the LET "node". */
void lcm_bound_let(struct lcm_bound_run *run, const lcm_node *node);

/* Forget the values of what a part with "traits" may have set. */
void lcm_bound_lose(struct lcm_bound_run *run,
                    const struct lcm_bound_traits *traits);

/* Return the value of "e" at "node", reported where it has none. */
double lcm_bound_number(struct lcm_bound_run *run, const lcm_expr *e,
                        const lcm_node *node);

/* Return whether "e" (or NULL) depends on random quantities. */
bool lcm_bound_is_random(struct lcm_bound_run *run, const lcm_expr *e);

/* Put the chances of the alternatives of the branch "node" into "chances" (of
 * n_children); return whether they are not all 0 or 1. */
bool lcm_bound_chances(struct lcm_bound_run *run, const lcm_node *node,
                       double *chances);

/* Enter the callee of the call "node": its body, or NULL where it has none;
 * then leave it with what was put into "saved". */
const lcm_node *lcm_bound_enter(struct lcm_bound_run *run, const lcm_node *node,
                                size_t saved[2]);
void lcm_bound_leave(struct lcm_bound_run *run, const size_t saved[2]);

/* Return the number of the condition of the SIGNAL or WAIT "node". */
size_t lcm_bound_condition(struct lcm_bound_run *run, const lcm_node *node);

/* Note that condition "c" is true from now on; return whether it was when the
 * clock of "run" was "since". */
void lcm_bound_signal(struct lcm_bound_run *run, size_t c);
bool lcm_bound_was_true(const struct lcm_bound_run *run, size_t c,
                        size_t since);

/* Bind what "env" gives, then the params that have a value, in an order that
 * works. */
void lcm_bound_bind_params(struct lcm_bound_run *run, const lcm_binding *env,
                           size_t n);

/* Return the "n" values "given" and those of the params that have one, with
 * room for a few more. */
lcm_bound_names_list lcm_bound_env(lcm_bound *bound, const lcm_binding *given,
                                   size_t n);
