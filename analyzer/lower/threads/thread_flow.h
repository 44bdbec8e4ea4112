#pragma once

#include "analyzer/lower/control/internal.h"
#include "analyzer/lower/threads/thread.h"

/* Note which argument of "function", which is lowered next, threads give it. */
void lcm_thread_enter(struct lcm_lowering *l, const lcm_ast *function);

/* Return the name of parameter "i" that "function" has beside its argument:
 * what it reads of what that points to; NULL behind the last. */
const char *lcm_thread_hidden(const struct lcm_lowering *l,
                              const lcm_ast *function, size_t i);

/* Return whether "local" is an argument that is a number. */
bool lcm_thread_is_number(const struct lcm_lowering *l,
                          const struct lcm_local *local);

/* Return the value that "ast", a declaration or assignment, reads through the
 * argument of a function that threads run; NULL for none. */
const lcm_expr *lcm_thread_value(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the call of "routine" with what "value" (which may be NULL) gives
 * it. */
lcm_node *lcm_thread_entry(struct lcm_lowering *l, const lcm_ast *at,
                           const lcm_ast *routine, const lcm_ast *value);
