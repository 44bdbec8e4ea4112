#pragma once

#include "composer/predict/internal.h"

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
