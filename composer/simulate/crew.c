/* What the members of a team share while they run: the names they see,
 * waiting and waking. */
#include <math.h>
#include <string.h>

#include "composer/simulate/code/expr.h"
#include "composer/simulate/crew.h"

/* Draw all random quantities of the program anew. */
static void bind_draws(lcm_vm *vm) {
  for (size_t i = 0; i < vm->program->n_draws; i++) {
    const struct lcm_draw *draw = &vm->program->draws[i];
    double args[2] = {0, 0};
    for (size_t a = 0; a < draw->n_args && a < 2; a++)
      (void)lcm_run_derived(&args[a], &vm->run, draw->args[a]);
    lcm_run_bind(&vm->run, draw->name, lcm_vm_draw(vm, draw->kind, args));
  }
}

void lcm_vm_bind(lcm_vm *vm, const struct lcm_vm_leaf *leaf,
                 const struct lcm_vm_frame *frame) {
  struct lcm_run *run = &vm->run;
  run->env.n = run->globals;
  run->function = leaf->function;
  run->pointees = frame->pointees;
  run->team = NULL;
  run->notes.scale = 1;
  run->notes.spread = 1;
  memset(&run->member_values, 0, sizeof run->member_values);
  for (size_t i = 0; i < leaf->n_names; i++)
    if (!isnan(frame->slots[leaf->names[i].slot]))
      lcm_run_bind(run, leaf->names[i].name, frame->slots[leaf->names[i].slot]);
  if (leaf->drawn)
    bind_draws(vm);
}

void lcm_vm_wake(lcm_vm *vm, struct lcm_vm_crew *crew) {
  for (size_t i = 0; i < crew->n_idle; i++)
    lcm_sim_wake(vm->sim, crew->idle[i], 0);
  crew->n_idle = 0;
}

void lcm_vm_idle(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  p->crew->idle[p->crew->n_idle++] = process;
  p->next = p->at;
  lcm_sim_block(vm->sim, process);
}
