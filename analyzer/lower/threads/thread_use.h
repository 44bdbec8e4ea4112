/* How a variable is used that leads to memory which threads share. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a use is about. */
enum lcm_thread_use_kind {
  LCM_USE_MEMBER, /* a member of an element: "member", which "at" is, too */
  LCM_USE_WHOLE,  /* an element as a whole: "at" */
  LCM_USE_POINTER /* a pointer to one: "at" */
};

/* A use of a variable. */
struct lcm_thread_use {
  enum lcm_thread_use_kind kind;
  const lcm_ast *at;
  const lcm_ast *member;
  /* which element, counted from where the variable leads; NULL: that one */
  const lcm_ast *index;
};

/* Return whether the source has a '+' between "left" and "right". */
bool lcm_thread_is_sum(const struct lcm_lowering *l, const lcm_ast *left,
                       const lcm_ast *right);

/* Put how "ref", a reference to a variable, is used into "*out". */
void lcm_thread_use_of(struct lcm_thread_use *out, const struct lcm_lowering *l,
                       const lcm_ast *ref);

/* Return the number of the argument "part" of "call", -1 for none. */
int lcm_thread_argument_of(const lcm_ast *call, const lcm_ast *part);

/* Return parameter number "i" of "function", or NULL. */
const lcm_ast *lcm_thread_param_at(const lcm_ast *function, int i);

/* Return whether the pointer "at" is only looked at where it stands, or set to
 * memory that nothing else leads to. */
bool lcm_thread_is_harmless(const lcm_ast *at);

/* Return whether the system function that "call" calls leaves what its argument
 * number "i" points to as it is, and keeps no pointer to it. */
bool lcm_thread_leaves(const lcm_ast *call, int i);
