/* Sums by function: what profiles become measurements by. */
#pragma once

#include "base/map.h"
#include "model/measurement/measurement_internal.h"

/* What a function spent itself, without what it calls. */
struct lcm_tallied {
  const char *name; /* interned */
  double amount;
  double visits; /* NAN unknown */
  unsigned line; /* where it was first met */
};

/* Functions in the order in which they were met. */
struct lcm_tally {
  struct lcm_reading *reading;
  LCM_LIST(struct lcm_tallied) functions;
  lcm_map index;  /* from their names */
  double elapsed; /* of the whole run, NAN unknown */
};

/* What the amounts of a tally are. */
struct lcm_tally_unit {
  double seconds;   /* what 1 is; 0: they are no times */
  const char *name; /* what they are called where they are no times */
  /* they are seconds on the clock of "clocks" processes or threads together,
   * 0: of processors that compute */
  double clocks;
};

/* Return an empty tally for "reading". */
struct lcm_tally lcm_tally_new(struct lcm_reading *reading);

/* Add "amount" to what function "name" spent, at "line". */
struct lcm_tallied *lcm_tally_add(struct lcm_tally *tally, const char *name,
                                  double amount, unsigned line);

/* Make a measurement of each function of "tally" and one of the whole run: of
 * processor time as computation, of time on the clock as the mean time that a
 * process spent there. */
void lcm_tally_give(struct lcm_tally *tally, const struct lcm_tally_unit *unit);

/* Give all records of "reading" the param p = "ranks", unless that is 0. */
void lcm_measured_give_ranks(struct lcm_reading *reading, size_t ranks);
