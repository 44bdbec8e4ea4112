/* Says which movements are paid for where, and by which cost a lock is. */
#include "composer/rules/price.h"

bool lcm_movement_is_paid_at(const lcm_movement *movement,
                             const lcm_node *node) {
  return !movement->crossing && !movement->again && movement->paid_at == node &&
         movement->kind == LCM_DEP_TRUE;
}

bool lcm_movement_crosses_to(const lcm_movement *movement,
                             const lcm_node *node) {
  return movement->crossing && movement->to_node == node;
}

const char *lcm_lock_cost(const lcm_machine *machine, const lcm_node *node) {
  static const char REAL[] = "atomic_real";
  if (!node->marks.atomic)
    return "lock";
  return node->marks.real && lcm_machine_cost(machine, REAL) ? REAL : "atomic";
}
