/* Two revisions of a program: what changed in its time (lcm-diff/1). */
#pragma once

#include "model/results/comparison.h"
#include "model/results/contracts.h"

/* The revisions, as variants of a comparison. */
enum { LCM_OLD, LCM_NEW, LCM_N_REVISIONS };

/* A part of the program, and what it takes by itself in each revision: without
 * what its own parts take, so that the changes of all parts add up to that of
 * the time. */
struct lcm_part_change {
  const char *function;                /* that it stands in */
  const lcm_node *of[LCM_N_REVISIONS]; /* NULL: it is not there */
  /* seconds, and expected executions, at each point of the grid: 0 where it is
   * not there */
  const double *times[LCM_N_REVISIONS];
  const double *visits[LCM_N_REVISIONS];
  /* where the change is the largest share of the old time, and that: below 0
   * where it is faster */
  size_t point;
  double share;
};

/* How the time on one processor grows with "name". */
struct lcm_growth_change {
  const char *name;
  double upto; /* the largest size */
  /* exponents at that size; NaN where too few sizes can be predicted */
  double exponents[LCM_N_REVISIONS];
  bool worse; /* it grows faster than it did */
  bool better;
  lcm_loc cause; /* the part that does so most; nowhere where none is known */
};

/* A contract, and what is found of it; NULL: the revision does not have it. */
struct lcm_contract_change {
  const struct lcm_contract_result *of[LCM_N_REVISIONS];
};

/* What became of a contract. */
typedef enum lcm_fate {
  LCM_FATE_BREAKS, /* it held, and is broken */
  LCM_FATE_DOUBTS, /* it held, and nobody can say whether it does */
  LCM_FATE_NEW,
  LCM_FATE_GONE,
  LCM_FATE_MENDED, /* it did not hold, and holds */
  LCM_FATE_SAME,
  LCM_N_FATES
} lcm_fate;

/* What changed from one revision to the next. */
typedef struct lcm_difference {
  const lcm_comparison *comparison; /* of both, over the grid, with nodes */
  double threshold; /* of the old time, from which on parts count as changed */
  const struct lcm_part_change *parts; /* those, the largest change first */
  size_t n_parts;
  const struct lcm_growth_change *growths;
  size_t n_growths;
  const struct lcm_contract_change *contracts;
  size_t n_contracts;
} lcm_difference;

/* Return what became of "contract". */
lcm_fate lcm_contract_fate(const struct lcm_contract_change *contract);

/* Return the name of "fate", "broken now" or the like. */
const char *lcm_fate_name(lcm_fate fate);

/* Return how many contracts of "difference" have "fate". */
size_t lcm_difference_fates(const lcm_difference *difference, lcm_fate fate);

/* Return whether something got worse that a program promises: a contract that
 * held is broken, or the time grows faster. */
bool lcm_difference_is_worse(const lcm_difference *difference);

/* Return by which share of the old time the new one is longer at point "i";
 * NaN where that is not known. */
double lcm_difference_at(const lcm_difference *difference, size_t i);

/* Return the difference as JSON (lcm-diff/1). */
LCM_GIVE char *lcm_difference_to_json(const lcm_difference *difference);
