/* Schedules of predictions: what each processor does when. */
#pragma once

#include "composer/scope/scope.h"
#include "composer/simulate/simulate.h"

/* A state of the user's: what is done in code called "match". */
struct lcm_state_rule {
  const char *name;   /* of the state */
  const char *colour; /* "#rrggbb", or NULL: one is chosen */
  const char *match;  /* name of a fragment or a function, or "file:line" */
};

/* What schedule is wanted. */
struct lcm_timetable_request {
  bool simulated; /* the one of a simulation */
  /* "n_rules" of states, the first that matches innermost code counts; equal
   * names are one state */
  const struct lcm_state_rule *rules;
  size_t n_rules;
  /* pieces shorter than this are gathered by category; 0: the 2000th part of
   * the time */
  double resolution;
};

/* Put the schedule of "program" at the last point of "grid" into "*out", which
 * lcm_predict gives with the same "options".  A number of processors that is
 * not whole is diagnostic "domain". */
LCM_NODISCARD lcm_status lcm_predict_timetable(
    const lcm_timetable **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options,
    const struct lcm_timetable_request *request);
