/* Questions about single nodes and models that need nothing else. */
#pragma once

#include "model/structure/structure.h"

/* Return the value that argument "i" of the call "node" has: by `size` where
 * that says one; NULL where there is none. */
const lcm_expr *lcm_call_argument(const lcm_node *node, size_t i);

/* Return whether "node" is a call of the function called "key" (its key), and
 * whether it, or something in it, is one. */
bool lcm_node_is_call_of(const lcm_node *node, const char *key);
bool lcm_node_calls(const lcm_node *node, const char *key);

/* Return whether the branch "node" is an exit that is taken as never because
 * its condition could not be read. */
bool lcm_branch_is_guessed(const lcm_node *node);

/* Return "e", an amount, where the "n" names at "names" have no value: loops of
 * which nobody knows how often they run run once, and conditions that speak of
 * such names hold as often as not; "*why" becomes the reason, or NULL where
 * nothing is guessed. */
const lcm_expr *lcm_facts_guess(const char **why, lcm_ctx *ctx,
                                const lcm_expr *e, const char *const *names,
                                size_t n);

/* Return whether "model" is of what all processors spend on a node together:
 * one that depends on how many there are, or of idling, unless it was measured
 * and idling, which is not covered, is to be composed. */
bool lcm_run_is_together(const lcm_model *model);

/* Return whether the model that covers the worksharing loop "node" is of its
 * work or of one iteration, so that the schedule divides it. */
bool lcm_model_is_divided(const lcm_node *node);

/* Return the `with p = ...` of "node" or of the first below it, through series
 * only; NULL where there is none. */
const struct lcm_assign *lcm_node_with_p(const lcm_node *node);

/* Return whether the MESSAGE "node" only looks whether something is done or
 * there. */
bool lcm_message_tests(const lcm_node *node);

/* Return whether "e" (or NULL) mentions a random quantity of "program". */
bool lcm_expr_draws(const lcm_program *program, const lcm_expr *e);

/* Return whether the part "key" of "source" names the category "cat". */
bool lcm_source_names(const char *source, const char *key, lcm_cat cat);
