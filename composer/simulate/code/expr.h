/* Expressions in simulation. */
#pragma once

#include "composer/simulate/internal.h"

/* Compile "e", found at "at"; return the number of the expression.  A name
 * without a value is reported in models and NaN in programs. */
uint32_t lcm_vm_compile_expr(struct lcm_vm_scope *scope, const lcm_expr *e,
                             lcm_loc at);

/* Return the number of a constant expression. */
uint32_t lcm_vm_constant(lcm_vm *vm, double value);

/* Return the value of expression "index" in "frame". */
double lcm_vm_value(lcm_vm *vm, uint32_t index, struct lcm_vm_frame *frame);

/* Return a random quantity of kind "kind" with the arguments at "args". */
double lcm_vm_draw(lcm_vm *vm, lcm_draw_kind kind, const double *args);
