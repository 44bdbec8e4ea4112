/* Making a program ready to run. */
#pragma once

#include "composer/simulate/internal.h"

/* Compile "program", whose globals are bound in vm->run. */
lcm_status lcm_vm_prepare(lcm_vm *vm);
