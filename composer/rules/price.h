/* What the machine charges for what: which movements of data end where, and
 * the names of costs that depend on more than a kind of node. */
#pragma once

#include "model/machine/machine.h"
#include "model/results/results.h"

/* How many take part in a message or a transfer: "p" of its cost. */
enum { LCM_TRANSFER_ENDS = 2 };

/* Return whether each execution of "node" costs one transfer of what "movement"
 * moves: a true dependence that is paid there. */
bool lcm_movement_is_paid_at(const lcm_movement *movement,
                             const lcm_node *node);

/* Return whether each member of the team at the loop "node" pays a transfer of
 * its part of "movement", which crosses a barrier before it. */
bool lcm_movement_crosses_to(const lcm_movement *movement,
                             const lcm_node *node);

/* Return the name of the cost, of those that "machine" has, of getting the lock
 * or the atomic access "node". */
const char *lcm_lock_cost(const lcm_machine *machine, const lcm_node *node);
