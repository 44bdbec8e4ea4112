/* Frames: the locals of an execution of a function. */
#include <math.h>
#include <string.h>

#include "composer/simulate/frame.h"

struct lcm_vm_frame *lcm_vm_new_frame(lcm_vm *vm,
                                      struct lcm_vm_function *function) {
  struct lcm_vm_frame *frame = function->free;
  if (frame)
    function->free = frame->up;
  else
    frame = lcm_arena_alloc(&vm->life, _Alignof(struct lcm_vm_frame),
                            sizeof *frame + function->slots * sizeof(double));
  frame->up = NULL;
  frame->function = function;
  frame->pointees = NULL;
  frame->deferrals = NULL;
  for (uint32_t i = 0; i < function->slots; i++)
    frame->slots[i] = NAN;
  return frame;
}

struct lcm_vm_frame *lcm_vm_copy_frame(lcm_vm *vm,
                                       const struct lcm_vm_frame *frame) {
  struct lcm_vm_frame *copy = lcm_vm_new_frame(vm, frame->function);
  copy->pointees = frame->pointees;
  copy->deferrals = frame->deferrals;
  memcpy(copy->slots, frame->slots, frame->function->slots * sizeof(double));
  return copy;
}

void lcm_vm_free_frame(struct lcm_vm_frame *frame) {
  frame->up = frame->function->free;
  frame->function->free = frame;
}
