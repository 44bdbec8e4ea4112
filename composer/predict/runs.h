/* Models of all executions in a run, and how many executions these are. */
#pragma once

#include <stddef.h>

#include "base/attributes.h"
#include "base/status.h"

struct lcm_chunk;
struct lcm_predictor;
struct lcm_run;
struct lcm_run_place;

/* Let the program of "p" have models of one execution instead of those of a
 * run. */
void lcm_predictor_split(struct lcm_predictor *p);

/* Count the executions of the nodes that had models of a run, at point "i" on
 * "w" processors. */
void lcm_predictor_count(struct lcm_predictor *p, size_t i, double w);

/* Check that their closed form gives at point "i" what executing the program
 * does. */
LCM_NODISCARD lcm_status lcm_predictor_check_counts(struct lcm_predictor *p,
                                                    size_t i);

/* Make "run" ready for "place", with the executions there counted. */
void lcm_predictor_begin_run(struct lcm_predictor *p, struct lcm_run *run,
                             const struct lcm_run_place *place);

/* Evaluate the points of "c", whose form speaks of numbers of executions. */
void lcm_predictor_evaluate(struct lcm_chunk *c);
