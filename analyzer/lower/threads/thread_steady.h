/* Whether variables stay what they are while threads are being started. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether something in or below "ast" between the offsets "begin" and
 * "end" may change the variable "key". */
bool lcm_thread_changed(const lcm_ast *ast, const char *key, unsigned begin,
                        unsigned end);

/* Return whether "ast" or something below it speaks of the variable "key". */
bool lcm_thread_names(const lcm_ast *ast, const char *key);

/* Return whether no name of "e" (which may be NULL: false) but "except" changes
 * between the offsets "begin" and "end" of the function that is lowered. */
bool lcm_thread_steady(const struct lcm_lowering *l, const lcm_expr *e,
                       const char *except, unsigned begin, unsigned end);
