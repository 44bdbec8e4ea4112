/* Loops over pointers: how far apart the ends are that their headers name. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the index "name" in the header of the loop "ast", whose body is
 * "body", where it is a pointer; NULL where it is none, or not there. */
const lcm_ast *lcm_pointers_index(const lcm_ast *ast, const lcm_ast *body,
                                  const char *name);

/* Return whether "range", the values of the index "ref" of "loop", whose body
 * is "body", a pointer, goes in steps of what it points to, and what lies
 * between its ends is told by numbers alone: both are of one array. */
bool lcm_pointers_are_counted(struct lcm_lowering *l, const lcm_ast *loop,
                              const lcm_ast *body, const lcm_ast *ref,
                              const lcm_iteration *range);

/* Let the pointers that the loop "loop" leaves as they are, and those called
 * "index", be names in expressions where "on"; else no numbers, as before:
 * "were" has which. */
void lcm_pointers_name(struct lcm_lowering *l, const lcm_ast *loop,
                       const char *index, bool *were, bool on);
