/* Ranks that wait until something is done, and processes that help them.
 * Turns that collectives take at the interface of a node. */
#include "composer/simulate/ranks/waiter.h"

/* Return whether the member "me" of "of" waits for "turn". */
static bool needs(const struct lcm_vm_collective *of, size_t me,
                  const struct lcm_vm_turn *turn) {
  switch (of->terms.how) {
  case LCM_FOR_ALL:
  case LCM_FOR_ROOT:
    return true;
  case LCM_ROOT_FOR_ALL:
    return me == of->terms.root;
  case LCM_FOR_EARLIER:
    return turn->is.first <= me;
  }
  return true;
}

bool lcm_vm_have_left(const struct lcm_vm_collective *of, size_t me) {
  for (size_t i = 0; i < of->n_turns; i++)
    if (needs(of, me, &of->turns[i]) && !of->turns[i].left)
      return false;
  return true;
}

void lcm_vm_turn_leaves(lcm_vm *vm, struct lcm_vm_turn *turn) {
  struct lcm_vm_collective *of = turn->of;
  turn->left = true;
  for (size_t i = 0; i < of->hands.n; i++)
    if (of->hands.at[i]->of == of && needs(of, of->hands.at[i]->me, turn))
      lcm_vm_look(vm, &of->hands.at[i]->waiter);
}

void lcm_vm_look(lcm_vm *vm, struct lcm_vm_waiter *waiter) {
  if (!waiter || !waiter->waits)
    return;
  waiter->waits = false;
  lcm_sim_wake(vm->sim, waiter->process, 0);
}

void lcm_vm_wait(lcm_vm *vm, struct lcm_vm_waiter *waiter) {
  waiter->waits = true;
  lcm_sim_block(vm->sim, waiter->process);
}

void lcm_vm_help(struct lcm_vm_rank *rank, struct lcm_vm_helper *helper,
                 uint32_t code, void *actor) {
  struct lcm_vm_ranks *all = rank->all;
  lcm_process *const process = lcm_sim_fork(all->vm->sim, rank->waiter.process,
                                            rank->helpers++, SIZE_MAX);
  if (!process)
    return;
  struct lcm_vm_process *p = lcm_process_extra(process);
  *p = (struct lcm_vm_process){
      .next = all->code + code, .maker = all->code + code, .actor = actor};
  *helper = (struct lcm_vm_helper){.process = process, .behind = all->helpers};
  if (all->helpers)
    all->helpers->before = helper;
  all->helpers = helper;
}

void lcm_vm_helped(struct lcm_vm_ranks *all, struct lcm_vm_helper *helper) {
  if (helper->before)
    helper->before->behind = helper->behind;
  else
    all->helpers = helper->behind;
  if (helper->behind)
    helper->behind->before = helper->before;
  lcm_sim_exit(all->vm->sim, helper->process);
}
