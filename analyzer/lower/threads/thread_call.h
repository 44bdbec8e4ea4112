#pragma once

#include "analyzer/lower/control/internal.h"
#include "analyzer/lower/threads/thread.h"
#include "analyzer/lower/threads/thread_sync.h"

/* Note what the functions of the file do with threads. */
void lcm_threads_find(struct lcm_lowering *l);

/* Return whether "ast" calls a function of threads. */
bool lcm_call_is_thread(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "ast" calls a function of threads, with what it does in
 * "*out". */
bool lcm_thread_call_of(struct lcm_thread_call *out,
                        const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether a call in or below "ast" does "act". */
bool lcm_thread_does(const struct lcm_lowering *l, const lcm_ast *ast,
                     enum lcm_thread_act act);

/* Return the function of the file called "name", or NULL. */
const lcm_ast *lcm_thread_defined(const struct lcm_lowering *l,
                                  const char *name);

/* Return the reference to the function that "ast", an argument, is: itself, or
 * what the variable was set to once; NULL where that is not known. */
const lcm_ast *lcm_thread_routine(const struct lcm_lowering *l,
                                  const lcm_ast *ast);

/* Return "ast" without `&` in front of it. */
const lcm_ast *lcm_thread_target(const lcm_ast *ast);

/* Return the value of the expression "ast", NULL where it has no model. */
const lcm_expr *lcm_thread_expr(struct lcm_lowering *l, const lcm_ast *ast);

/* Return what the object "ast" of a call goes by: a variable, or a member of a
 * type where several pointers may lead to it. */
const char *lcm_thread_name(const struct lcm_lowering *l, const lcm_ast *ast);

/* Put that with the values of its subscripts into "*out". */
void lcm_thread_object(struct lcm_instance *out, struct lcm_lowering *l,
                       const lcm_ast *ast);

/* Return the sizes (see lcm_ast) of the variable that the object "ast" is a
 * part of, NULL where they are not known. */
const long long *lcm_thread_sizes(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether what "ast" starts are threads for the functions that run
 * another one, which is an argument of the present function. */
bool lcm_thread_is_passed_on(const struct lcm_lowering *l, const lcm_ast *ast);
