/* What functions that entries execute are given beside their parameters: what
 * they read of messages, and what holds for the whole program. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* What a function reads of what its parameter number "param" points to: the
 * member with the key "key" (NULL: the whole) as "name". */
struct lcm_chare_read {
  int param;
  const char *name;
  const char *key;
};

typedef LCM_LIST(struct lcm_chare_read) lcm_chare_reads;

/* Return what "function", which entries execute, reads through parameters; of
 * others nothing. */
lcm_chare_reads lcm_chare_reads_of(const struct lcm_lowering *l,
                                   const lcm_ast *function);

/* Note what entries read through md_user. */
void lcm_chare_find_members(struct lcm_lowering *l);

/* Return the value that "member" has at the call "ast" of md_run; NULL where
 * that is not known. */
const lcm_expr *lcm_chare_member_value(struct lcm_lowering *l,
                                       const lcm_ast *ast,
                                       const struct lcm_chare_member *member);

/* Return the name of parameter "i" that "function" has beside its own; NULL
 * behind the last. */
const char *lcm_chare_hidden(struct lcm_lowering *l, const lcm_ast *function,
                             size_t i);

/* Let the call "node", which "ast" makes of a function that entries execute,
 * give what that has beside its parameters. */
void lcm_chare_pass(struct lcm_lowering *l, lcm_node *node, const lcm_ast *ast);

/* Return the value of the read "read" where "given", of the call "ast", is what
 * the parameter is given; NULL where that is not known. */
const lcm_expr *lcm_chare_given(struct lcm_lowering *l, const lcm_ast *ast,
                                const lcm_ast *given,
                                const struct lcm_chare_read *read);

/* Append the values of what holds for the whole program to "args"; one round
 * less of "round" (may be NULL). */
void lcm_chare_add_shared(struct lcm_lowering *l, lcm_expr_list *args,
                          const struct lcm_chare_round *round);
