/* From structure and models to predictions (composition.md 1 and 2). */
#pragma once

#include "model/machine/machine.h"
#include "model/results/costs.h"
#include "model/results/prediction.h"
#include "model/structure/grid.h"
#include "model/structure/structure.h"

/* Ways to a time, which are added.
 * COMPOSE   from the models of the parts, with its lost cycles
 * BOUND     serialization analysis (composer/bound/bound.h)
 * SIMULATE  discrete events (composer/simulate/simulate.h) */
enum lcm_method {
  LCM_METHOD_COMPOSE = 1,
  LCM_METHOD_BOUND = 2,
  LCM_METHOD_SIMULATE = 4
};

struct lcm_simulate_options;

/* How to predict.
 * methods         0: COMPOSE for programs, BOUND for models
 * simulate        how to simulate; NULL: the defaults
 * machine         NULL: lcm_machine_default
 * nodes           fill in the occurrences of each point
 * formula         report the closed form
 * recurrences     report recursive functions as recurrences; so does formula
 * interpret       execute the structure at every point, also where a closed
 *                 form says the same
 * check           check the invariants of architecture.md, diagnostics
 *                 "invariant" and LCM_ECHECK where one does not hold
 * thesis_li       LI+ as printed in Crovella 1994 (6.2.2), not weighted by
 *                 processors
 * thesis_barrier  waiting at explicit barriers is synchronization loss, as in
 *                 the KSR categories
 * reductions      of the closed form of a model beside LCM_REDUCE_EXACT: then
 *                 its numbers are by that form
 * skewed          the time of a model is that by (3.16) where its pattern
 * occurs nesting_off     nested teams have one member level           of the
 * interval, 0: 0.90 */
struct lcm_predict_options {
  unsigned methods;
  const struct lcm_simulate_options *simulate;
  const lcm_machine *machine;
  unsigned reductions;
  bool nodes;
  bool formula;
  bool recurrences;
  bool interpret;
  bool check;
  bool thesis_li;
  bool thesis_barrier;
  bool skewed;
  bool nesting_off;
};

/* A variant to compare: its structure under a name. */
struct lcm_variant {
  const char *name;
  const lcm_program *program;
};
