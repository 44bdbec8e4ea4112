#pragma once

#include "composer/bound/internal.h"

/* Say that there is no closed form because of "node". */
void lcm_bound_refuse(struct lcm_bound_forming *f, const lcm_node *node,
                      const char *reason);

/* Return "e" with values for names and means for draws; NULL where "e" is. */
const lcm_expr *lcm_bound_value_of(struct lcm_bound_forming *f,
                                   const lcm_expr *e);

/* Let "name" stand for "value". */
void lcm_bound_let_form(struct lcm_bound_forming *f, const char *name,
                        const lcm_expr *value);

/* Return the terms of "node". */
const struct lcm_bound_terms *lcm_bound_terms_of(struct lcm_bound_forming *f,
                                                 const lcm_node *node);

/* Return a fresh part that takes "time" (0: nothing done). */
struct lcm_bound_terms *lcm_bound_terms_new(struct lcm_bound_forming *f,
                                            const lcm_expr *time);

/* Enter the callee of "node" for expressions: its body or NULL; leave it. */
const lcm_node *lcm_bound_enter_form(struct lcm_bound_forming *f,
                                     const lcm_node *node, size_t saved[2]);
void lcm_bound_leave_form(struct lcm_bound_forming *f, const size_t saved[2]);

/* Return the name of the condition of "node"; NULL, refused, where its indices
 * are no numbers. */
const char *lcm_bound_condition_name(struct lcm_bound_forming *f,
                                     const lcm_node *node);

/* Put the chances of the alternatives of "node" into "chances" (n_children),
 * and whether each is a matter of chance into "*random". */
void lcm_bound_chance_forms(struct lcm_bound_forming *f, const lcm_node *node,
                            const lcm_expr **chances, bool *random);
