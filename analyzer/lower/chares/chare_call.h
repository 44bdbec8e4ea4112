/* Calls of <lcmodel/md.h>: what they do, and with which arguments. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Return the function of <lcmodel/md.h> that "ast" calls; NULL for none. */
const struct lcm_chare_function *lcm_chare_call(const struct lcm_lowering *l,
                                                const lcm_ast *ast);

/* Return whether the function called "name", of <lcmodel/md.h>, has entries
 * executed. */
bool lcm_chare_sends(const struct lcm_chare_function *function);

/* Return whether "ast" sends a message to an entry: comments may say how often.
 */
bool lcm_chare_is_send(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return argument "i" of the call "ast", NULL for none (also where "i" is below
 * 0). */
const lcm_ast *lcm_chare_argument(const lcm_ast *ast, int i);

/* Put the number of the constant that "ast" is into "*out"; false where it is
 * none. */
bool lcm_chare_constant(long long *out, const struct lcm_lowering *l,
                        const lcm_ast *ast);

/* Return whether "param" is the processor that an entry runs on, `md *m`. */
bool lcm_chare_is_processor(const struct lcm_lowering *l, const lcm_ast *param);

/* Return the value of a call of the function "name" in the function that is
 * lowered: how many processors there are, or which this is; NULL for others. */
const lcm_expr *lcm_chare_result(const struct lcm_lowering *l,
                                 const char *name);

/* Return the name by which "function" knows the processor; NULL: by none. */
const char *lcm_chare_processor(const struct lcm_lowering *l,
                                const lcm_ast *function);
