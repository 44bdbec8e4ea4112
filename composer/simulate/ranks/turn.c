/* Turns that collectives take at the interface of a node. */
#include "composer/simulate/ranks/turn.h"
#include "composer/simulate/internal.h"
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
