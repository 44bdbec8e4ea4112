/* What the variables of a file are set to anywhere. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the key under which the values of "place" are known: that of a
 * variable, else one for all pointers in members of its name, or in elements of
 * its array; NULL for no such place. */
const char *lcm_flow_key(struct lcm_lowering *l, const lcm_ast *place);

/* Return what the variable "key" is set to anywhere in the file: the first of
 * "*n" assignments, updates and declarations, each an lcm_ast *. */
const lcm_ast *const *lcm_flow_values(size_t *n, struct lcm_lowering *l,
                                      const char *key);

/* Return the key under which the returns of the function "name" are known,
 * where it returns pointers to data. */
const char *lcm_flow_returned(struct lcm_lowering *l, const char *name);

/* Return what may tell other files where pointers point: the first of "*n"
 * variables at file scope that the file sets, each a reference or declaration,
 * and functions that return pointers. */
const lcm_ast *const *lcm_flow_givers(size_t *n, struct lcm_lowering *l);

/* Return whether a pointer, or a place that holds one, is set to the variable
 * "key" as it is. */
bool lcm_flow_is_copied(struct lcm_lowering *l, const char *key);

/* Return whether rounds of a loop may hand on the pointer at "place": one of
 * them changes it, and it is not made anew each time. */
bool lcm_flow_moves(struct lcm_lowering *l, const lcm_ast *place);

/* Return the function that the variable "key" is a parameter of, NULL for
 * none. */
const lcm_ast *lcm_flow_owner(struct lcm_lowering *l, const char *key);

/* Return whether "ast" is the call of a function that allocates memory. */
bool lcm_flow_allocates(const lcm_ast *ast);

/* Return the name by which other files know what the call "ast" returns a
 * pointer to, NULL where they do not define the function. */
const char *lcm_points_elsewhere(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the name by which other files know the pointer variable "ref", NULL
 * where they cannot set it. */
const char *lcm_points_shared(const lcm_ast *ref);
