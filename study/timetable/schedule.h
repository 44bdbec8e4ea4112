/* Schedules of predictions: what each processor does when. */
#pragma once

#include "composer/scope/scope.h"
#include "composer/simulate/simulate.h"
#include "model/results/results.h"

/* A state of the user's: what is done in code called "match".
 * name    of the state
 * colour  "#rrggbb", or NULL: one is chosen
 * match   name of a fragment or a function, or "file:line" */
struct lcm_state_rule {
  const char *name;
  const char *colour;
  const char *match;
};

/* What schedule is wanted.
 * simulated   the one of a simulation
 * rules       "n_rules" of states, the first that matches innermost code
 *             counts; equal names are one state
 * resolution  pieces shorter than this are gathered by category; 0: the 2000th
 *             part of the time */
struct lcm_timetable_request {
  bool simulated;
  const struct lcm_state_rule *rules;
  size_t n_rules;
  double resolution;
};

/* Put the schedule of "program" at the last point of "grid" into "*out", which
 * lcm_predict gives with the same "options".  A number of processors that is
 * not whole is diagnostic "domain". */
LCM_NODISCARD lcm_status lcm_predict_timetable(
    const lcm_timetable **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options,
    const struct lcm_timetable_request *request);
