/* What libraries are taken to grant: memory that is asked for, files that are
 * opened. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a condition is where memory and files are granted. */
enum lcm_granted {
  LCM_GRANTED_OPEN,  /* nothing that follows from that */
  LCM_GRANTED_NEVER, /* it does not hold */
  LCM_GRANTED_ALWAYS
};

/* Return what the condition "cond" is where all memory that is asked for is
 * granted, and files are opened. */
enum lcm_granted lcm_granted_of(struct lcm_lowering *l, const lcm_ast *cond);

/* Return whether "ast" is a null pointer, 0 or success as it is written. */
bool lcm_granted_is_null(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether the condition "cond" asks whether a pointer is null, for which
 * nobody can give a number. */
bool lcm_granted_is_null_test(const struct lcm_lowering *l,
                              const lcm_ast *cond);

/* Let "node" say that this is assumed. */
void lcm_granted_assume(struct lcm_lowering *l, lcm_node *node);
