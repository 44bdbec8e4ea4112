/* What calls of functions from elsewhere cost, for their arguments. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return "amount" (NULL: nothing) of "external" for the arguments of the call
 * "ast"; NULL where one that it depends on is not known: its name is put into
 * "*missing". */
const lcm_expr *lcm_external_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const lcm_expr *amount,
                                   const char **missing);

/* Return whether the machine says what the bytes cost that "external" goes
 * through: by the level that holds them. */
bool lcm_external_by_level(const struct lcm_lowering *l,
                           const struct lcm_external *external);

/* Return what the call "ast" of "external" weighs then: the bytes that some
 * level with a size holds, and calling it; NULL where they are not known. */
const lcm_expr *lcm_external_scanned(struct lcm_lowering *l, const lcm_ast *ast,
                                     const struct lcm_external *external);

/* Return the bytes that the call "ast" of "external" reads and writes, as
 * lcm_external_value, without those that lcm_external_scanned has. */
const lcm_expr *lcm_external_bytes(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const char **missing);

/* Give the call "node" what "ast" costs as a call of "name" (NULL: of what
 * nobody knows) where the program does not define that. */
void lcm_external_price(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *ast, const char *name);
