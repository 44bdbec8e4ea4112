/* Frames of functions. */
#pragma once

#include "composer/simulate/internal.h"

/* Return a frame of "function"; its slots have no values. */
struct lcm_vm_frame *lcm_vm_new_frame(lcm_vm *vm,
                                      struct lcm_vm_function *function);

/* Return a copy of "frame" that no call returns from. */
struct lcm_vm_frame *lcm_vm_copy_frame(lcm_vm *vm,
                                       const struct lcm_vm_frame *frame);

/* Give "frame" back. */
void lcm_vm_free_frame(struct lcm_vm_frame *frame);
