#pragma once

#include "analyzer/lower/control/internal.h"

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

/* Return "amount" (NULL: nothing) of "external" for the arguments of the call
 * "ast"; NULL where one that it depends on is not known: its name is put into
 * "*missing". */
const lcm_expr *lcm_external_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const lcm_expr *amount,
                                   const char **missing);

/* Return the bytes that the call "ast" of "external" reads and writes, as
 * lcm_external_value. */
const lcm_expr *lcm_external_bytes(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const char **missing);

/* Return whether "ast" is an address, `&x`, that gives a function from
 * elsewhere the value of a parameter, which stays what it is. */
bool lcm_external_reads(struct lcm_lowering *l, const lcm_ast *ast);

/* Give the call "node" what "ast" costs as a call of "name" (NULL: of what
 * nobody knows) where the program does not define that. */
void lcm_external_price(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *ast, const char *name);

/* Return what is said of the function that "ast" calls where that calls one of
 * the project in turn, a known number of times; NULL otherwise. */
const struct lcm_external *lcm_external_calls(struct lcm_lowering *l,
                                              const lcm_ast *ast);
