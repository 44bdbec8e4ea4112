/* What a caller asks of predictions and counts: the options of both. */
#pragma once

#include "model/machine/machine.h"
#include "model/results/results.h"

/* Ways to a time, which are added. */
enum lcm_method {
  /* from the models of the parts, with its lost cycles */
  LCM_METHOD_COMPOSE = 1,
  /* serialization analysis (composer/bound/bound.h) */
  LCM_METHOD_BOUND = 2,
  /* discrete events (composer/simulate/simulate.h) */
  LCM_METHOD_SIMULATE = 4
};

struct lcm_simulate_options;

/* How to predict. */
struct lcm_predict_options {
  /* of enum lcm_method; 0: COMPOSE for programs, BOUND for models */
  unsigned methods;
  /* how to simulate; NULL: the defaults */
  const struct lcm_simulate_options *simulate;
  /* NULL: lcm_machine_default */
  const lcm_machine *machine;
  /* why nothing but the default was found where something was looked for, for
   * struct lcm_basis; NULL: nobody looked */
  const char *no_machine;
  /* of the closed form of a model beside LCM_REDUCE_EXACT: its numbers are then
   * by that form */
  unsigned reductions;
  /* bits 1 << enum lcm_contention: estimates that are wanted beside bounds */
  unsigned contention;
  /* fill in the occurrences of each point */
  bool nodes;
  /* say what sets the time of each part */
  bool limits;
  /* say how far times from source may be off, where that is known */
  bool intervals;
  /* plain code that was taken apart for edits is priced part by part, to see
   * what a part takes, and not as the fragment that it is without edits; where
   * a parallel loop has many iterations that differ, some stand for others, and
   * the points have no span and no time on one processor of their own */
  bool parts;
  /* find conditions that nobody knows and on which much of the time hangs */
  bool hinges;
  /* report the closed form */
  bool formula;
  /* and that of each part of the run, with "nodes" */
  bool part_forms;
  /* report recursive functions as recurrences; so does "formula" */
  bool recurrences;
  /* execute the structure at every point, also where a closed form says the
   * same */
  bool interpret;
  /* check the invariants of docs/theory/composition.md: diagnostics "invariant"
   * and LCM_ECHECK where one does not hold */
  bool check;
  /* LI+ as printed in Crovella 1994 (6.2.2), not weighted by processors */
  bool thesis_li;
  /* waiting at explicit barriers is synchronization loss, as in the KSR
   * categories */
  bool thesis_barrier;
  /* the time of a model is that by (3.16) where its pattern occurs */
  bool skewed;
  /* recursions that chance ends stay as they are, which distributions follow;
   * else they are cut to one level, as all are whose end nobody knows */
  bool keep_chance;
  /* all recursions are known to end: that is not looked for again */
  bool ends;
  /* nested teams have one member */
  bool nesting_off;
};

/* A variant to compare: its structure under a name. */
struct lcm_variant {
  const char *name;
  const lcm_program *program;
};
