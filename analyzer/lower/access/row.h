/* Rows of arrays of several dimensions: subscripts that leave them. */
#pragma once

#include "analyzer/lower/access/object.h"

/* Let the steps of "object", where "ast" stands, say where its subscripts are
 * in memory: what lies outside of a row for certain, or may where a pointer
 * into the row is the base, lies in another one.  Edits need that. */
void lcm_row_settle(struct lcm_collection *c, struct lcm_object *object,
                    const lcm_ast *ast);

/* Return how many elements the row has in which "object", what a pointer points
 * to, points, NULL where it is in no row of several, or that is not known. */
const lcm_expr *lcm_row_length(struct lcm_lowering *l,
                               const struct lcm_object *object);
