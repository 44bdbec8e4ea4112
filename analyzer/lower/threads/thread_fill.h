/* What the memory holds that a thread is given a pointer to. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return what the member with the key "member" (NULL: the whole) of what
 * "value" points to holds at the call "call", in the function that is lowered,
 * which gives that to a thread or calls what threads run; NULL where that is
 * not known. */
const lcm_expr *lcm_thread_filled(struct lcm_lowering *l, const lcm_ast *call,
                                  const lcm_ast *value, const char *member);
