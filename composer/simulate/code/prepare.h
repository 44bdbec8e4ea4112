/* Making a program ready to run.  Compiling functions. */
#pragma once

#include "composer/simulate/internal.h"

/* Compile "program", whose globals are bound in vm->run. */
lcm_status lcm_vm_prepare(lcm_vm *vm);

/* Return the code of "node" of the present function of vm->run as something of
 * its own, executed outside a team, which sees the "n" names at "names" in its
 * first slots. */
struct lcm_vm_function *lcm_vm_compile_apart(lcm_vm *vm, const lcm_node *node,
                                             const char *const *names,
                                             size_t n);
