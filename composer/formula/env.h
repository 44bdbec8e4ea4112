/* Names, values and outcomes while a closed form is built. */
#pragma once

#include "composer/formula/internal.h"

/* Say that "node" has no closed form. */
void lcm_formula_give_up(struct lcm_formula *f, const lcm_node *node,
                         const char *reason);

/* Let "name" stand for "value" from here on. */
void lcm_formula_bind(struct lcm_formula *f, const char *name,
                      const lcm_expr *value);

/* Return "e" with its names replaced; NULL where "e" is NULL or a name stays
 * that has no value. */
const lcm_expr *lcm_formula_value(struct lcm_formula *f, const lcm_expr *e);

/* As lcm_formula_value; where names have no value it is guessed as
 * lcm_facts_guess says, and "*even" (may be NULL) becomes true. */
const lcm_expr *lcm_formula_evened(struct lcm_formula *f, bool *even,
                                   const lcm_expr *e);

/* Return the condition "e" of "node" with its names replaced: decided where
 * operands that have values decide it; NULL where it is not known.  Gives up
 * where that depends on values. */
const lcm_expr *lcm_formula_condition(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *e);

/* Return the machine's cost "name" with p, m and n as given, as a pure
 * number. */
const lcm_expr *lcm_formula_machine(struct lcm_formula *f, const char *name,
                                    const lcm_expr *p, const lcm_expr *m);

/* Return the number of iterations of the loop "node", 1 where unknown. */
const lcm_expr *lcm_formula_count(struct lcm_formula *f, const lcm_node *node);

/* Return a fresh name for an index from 0 to "last" (NULL: not known), allowed
 * from now on. */
const char *lcm_formula_index(struct lcm_formula *f, const lcm_expr *last);

/* Bind the index of the first range of the loop "node" to its value in the
 * iteration whose number is the symbol "index"; a loop with a stride that is
 * not known is taken to run once. */
void lcm_formula_bind_index(struct lcm_formula *f, const lcm_node *node,
                            const char *index);

/* Return the larger of "a" and "b", NULL where either is NULL. */
const lcm_expr *lcm_formula_larger(struct lcm_formula *f, const lcm_expr *a,
                                   const lcm_expr *b);

/* Return the whole number "value". */
const lcm_expr *lcm_formula_int(struct lcm_formula *f, long long value);

/* Return the traits of "node". */
const struct lcm_traits *lcm_formula_traits(struct lcm_formula *f,
                                            const lcm_node *node);

/* Enter the callee of the call "node": put its body into "*body" and what was
 * bound into "*saved"; false where it has none or calls nest too deeply. */
bool lcm_formula_enter(struct lcm_formula *f, const lcm_node *node,
                       struct lcm_formula *saved, const lcm_node **body);
void lcm_formula_leave(struct lcm_formula *f, const struct lcm_formula *saved);

/* Put what the call of "body" on "w" processors, just entered, came to when it
 * was met before into "*out"; false where it was not, or each call is a part of
 * its own. */
bool lcm_formula_recall(struct lcm_closed *out, const struct lcm_formula *f,
                        const lcm_node *body, const lcm_expr *w);

/* Remember that it came to "closed". */
void lcm_formula_remember(struct lcm_formula *f, const lcm_node *body,
                          const lcm_expr *w, const struct lcm_closed *closed);

/* Add "time" of possession of the resource "name" to "out". */
void lcm_formula_demand(struct lcm_formula *f, struct lcm_closed *out,
                        const char *name, const lcm_expr *time);

/* Add one execution of "node" to "out" where these are counted. */
void lcm_formula_visit(struct lcm_formula *f, struct lcm_closed *out,
                       const lcm_node *node);

/* Add "b", "times" over (NULL: once), to "*a". */
void lcm_closed_add(struct lcm_formula *f, struct lcm_closed *a,
                    const struct lcm_closed *b, const lcm_expr *times);

/* Add "value" to "*cat". */
void lcm_closed_cat(struct lcm_formula *f, const lcm_expr **cat,
                    const lcm_expr *value);

/* Add the demands of "b" to those of "a". */
void lcm_closed_demands(struct lcm_formula *f, struct lcm_closed *a,
                        const struct lcm_closed *b);

/* Return the sum of the categories of "out", without "except" (LCM_CAT_USER:
 * of all). */
const lcm_expr *lcm_closed_sum(struct lcm_formula *f,
                               const struct lcm_closed *out, size_t except);

/* Return one second. */
const lcm_expr *lcm_formula_second(struct lcm_formula *f);

/* Return the smaller of "a" and "b". */
const lcm_expr *lcm_formula_smaller(struct lcm_formula *f, const lcm_expr *a,
                                    const lcm_expr *b);

/* Return if(cond, a, b), where NULL stands for 0. */
const lcm_expr *lcm_formula_choose(struct lcm_formula *f, const lcm_expr *cond,
                                   const lcm_expr *a, const lcm_expr *b);
