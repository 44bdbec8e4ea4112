/* Compiling nodes. */
#pragma once

#include "composer/simulate/internal.h"

/* Compile "node" and what lies below it. */
void lcm_vm_compile(struct lcm_vm_scope *scope, const lcm_node *node);
