/* Calls of thread libraries: what they do, and with which objects. */
#pragma once

#include "analyzer/lower/threads/threads.h"

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

/* Return what the object "ast" of a call goes by: a variable, or a member of a
 * type where several pointers may lead to it. */
const char *lcm_thread_name(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether what "ast" starts are threads for the functions that run
 * another one, which is an argument of the present function. */
bool lcm_thread_is_passed_on(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the awaited variable called "name" (interned), or NULL. */
struct lcm_awaited *lcm_thread_awaited(const struct lcm_lowering *l,
                                       const char *name);

/* Return whether "ast" is a variable that threads wait on. */
bool lcm_thread_is_awaited(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the variable that the place "ast" is a part of. */
const lcm_ast *lcm_thread_base(const lcm_ast *ast);

/* Return the number of the parameter of "function" that the argument "ast" is,
 * -1 for none. */
int lcm_thread_parameter(const lcm_ast *function, const lcm_ast *ast);
