/* What a function that threads run reads through its argument. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a function that threads run reads of what its argument points to: the
 * member with the key "key" (NULL: the whole) as the name "name". */
struct lcm_thread_read {
  const char *name;
  const char *key;
};

typedef LCM_LIST(struct lcm_thread_read) lcm_thread_read_list;

/* Return what "function" reads through its argument. */
lcm_thread_read_list lcm_thread_reads_of(const struct lcm_lowering *l,
                                         const lcm_ast *function);

/* Return what "function" reads through its parameter "param". */
lcm_thread_read_list lcm_thread_reads_by(const struct lcm_lowering *l,
                                         const lcm_ast *function,
                                         const lcm_ast *param);

/* Return whether "ast" refers to what the parameter "param" of "function"
 * points to. */
bool lcm_thread_leads(const lcm_ast *function, const lcm_ast *param,
                      const lcm_ast *ast);

/* Return the name of parameter "i" that "function" has beside its argument:
 * what it reads of what that points to; NULL behind the last. */
const char *lcm_thread_hidden(const struct lcm_lowering *l,
                              const lcm_ast *function, size_t i);

/* Note which argument of "function", which is lowered next, threads give it. */
void lcm_thread_enter(struct lcm_lowering *l, const lcm_ast *function);

/* Return whether "local" is an argument that is a number. */
bool lcm_thread_is_number(const struct lcm_lowering *l,
                          const struct lcm_local *local);

/* Return the value that "ast", a declaration or assignment, reads through the
 * argument of a function that threads run; NULL for none. */
const lcm_expr *lcm_thread_value(struct lcm_lowering *l, const lcm_ast *ast);
