/* When statements are left early: by which jumps, and under which condition. */
#pragma once

#include "analyzer/lower/state/lowering.h"
#include "analyzer/lower/values/run/run.h"

/* Put what the variables that the statement "ast" sets hold behind it, in terms
 * of what variables hold before, into "*out", NULL for what is not known;
 * return how many there are. */
size_t lcm_leave_held(const struct lcm_subst **out, struct lcm_lowering *l,
                      const lcm_ast *ast);

/* Return "e" where the statement "ast" stands, in terms of what variables hold
 * when the function "function" around it begins; NULL where that is not
 * known. */
const lcm_expr *lcm_leave_settle(struct lcm_lowering *l,
                                 const lcm_ast *function, const lcm_ast *ast,
                                 const lcm_expr *e);

/* Put the number that "e" is where "at" stands, a statement or what is below
 * one, into "*value"; false where it is not known or may be another one. */
bool lcm_leave_known(double *value, struct lcm_lowering *l, const lcm_ast *at,
                     const lcm_expr *e);

/* Put what the execution of the loop "loop" comes to into "*ran", where all
 * that decides that is known; false elsewhere. */
bool lcm_leave_ran(struct lcm_ran *ran, struct lcm_lowering *l,
                   const lcm_ast *loop);

/* Let it be heeded where expressions are read what their numbers are known to
 * be. */
void lcm_leave_tell(struct lcm_lowering *l);

/* Note what variables at file scope hold while "function" sets them in several
 * statements, one after the other. */
void lcm_leave_stories(struct lcm_lowering *l, const lcm_ast *function);

/* Return whether "ast" or something below it declares or changes a variable of
 * which "e" speaks. */
bool lcm_leave_changes(struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_expr *e);

/* Return the condition, in terms of what variables hold before it, that the
 * statement "ast" is left in one of the ways "ways": 0 where it never is.
 * Where that depends on what is not known, it is taken as never, and "*open"
 * becomes true. */
const lcm_expr *lcm_leave_when(bool *open, struct lcm_lowering *l,
                               const lcm_ast *ast, unsigned ways);

/* Return whether it is not known when the loop "loop" is left early. */
bool lcm_leave_is_open(struct lcm_lowering *l, const lcm_ast *loop);

/* Let "range", the values of the index of the loop "loop" (which becomes
 * smaller where "down"), end with the iteration that leaves it, as far as that
 * is known. */
void lcm_leave_trim(lcm_iteration *range, struct lcm_lowering *l,
                    const lcm_ast *loop, bool down);
