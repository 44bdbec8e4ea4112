/* Reading the argument of an edit. */
#pragma once

#include "model/edit/core/editing.h"

/* Parse the argument of the edit from byte "from" on, an expression, into
 * "*out". */
LCM_NODISCARD lcm_status lcm_edit_expression(const lcm_expr **out,
                                             struct lcm_editing *e,
                                             size_t from);

/* Parse "KIND[,CHUNK]", the argument of the edit, into "loop", which is a
 * PARLOOP. */
LCM_NODISCARD lcm_status lcm_edit_read_schedule(lcm_node *loop,
                                                struct lcm_editing *e);

/* Return the dimension of the variable "name" of "program". */
lcm_dim lcm_edit_dim(const lcm_program *program, const char *name);

/* Resolve a name of an expression (lcm_name_fn): of the machine, a param of the
 * program "program", or a variable. */
const lcm_expr *lcm_edit_resolve(lcm_ctx *ctx, const char *name, lcm_loc at,
                                 void *program);
