#include "composer/simulate_internal.h"

bool lcm_vm_compile_program(struct lcm_vm_scope *scope, const lcm_node *node) {
  (void)scope;
  (void)node;
  return false;
}

bool lcm_vm_step_program(lcm_vm *vm, lcm_process *process,
                         const struct lcm_vm_instruction *at) {
  (void)vm;
  (void)process;
  (void)at;
  return false;
}
