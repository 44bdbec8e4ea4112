/* Functions that the program does not define: which entry speaks of a call. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Take what the comments of "other", a file that this one includes or another
 * one of the program, say of functions from elsewhere; what the file itself
 * says holds instead, and then what was taken first. */
void lcm_external_include(struct lcm_lowering *l,
                          const struct lcm_included *other);

/* Return what is said of the function "name", which the program does not
 * define; NULL where nothing is. */
const struct lcm_external *lcm_external_of(struct lcm_lowering *l,
                                           const char *name);

/* Return what is said of the call "*ast" of "external" (may be NULL): where
 * that runs what another call has made, of this, which takes the place of
 * "*ast". */
const struct lcm_external *
lcm_external_meant(struct lcm_lowering *l, const lcm_ast **ast,
                   const struct lcm_external *external);

/* Return whether "ast" is an address, `&x`, that gives a function from
 * elsewhere the value of a parameter, which stays what it is. */
bool lcm_external_reads(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "ast" is a change, an address among them unless a function
 * from elsewhere only reads what is there. */
bool lcm_external_changes(struct lcm_lowering *l, const lcm_ast *ast);

/* Return what is said of the function that "ast" calls where that calls one of
 * the project in turn, a known number of times; NULL otherwise. */
const struct lcm_external *lcm_external_calls(struct lcm_lowering *l,
                                              const lcm_ast *ast);
