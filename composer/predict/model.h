/* What bounds and simulation say of a program that is predicted again and
 * again. */
#pragma once

#include "composer/bound/bound.h"
#include "composer/scope/scope.h"

struct lcm_predictor;

/* Return the methods by which the program of "p" is predicted. */
unsigned lcm_predictor_methods(const struct lcm_predictor *p);

/* Return the one of them that gives the times: simulation before bounds, but of
 * a program composition before both. */
enum lcm_method lcm_predictor_method(const struct lcm_predictor *p);

/* Add what the "methods" other than composition say to all "points", which are
 * filled in first where they were not composed. */
LCM_NODISCARD lcm_status lcm_predictor_add(struct lcm_predictor *p,
                                           lcm_point *points, unsigned methods);

/* Return the bound of the program of "p" at point "i", or the time that
 * simulation says; NaN where there is none. */
double lcm_predictor_bound_time(struct lcm_predictor *p, size_t i);
double lcm_predictor_simulated_time(struct lcm_predictor *p, size_t i);

/* Return the time of "p", a model that is bound, in closed form; NULL where it
 * has none of moderate length.  What it is of goes to "*form". */
const lcm_expr *lcm_predictor_bound_formula(const struct lcm_bound_form **form,
                                            struct lcm_predictor *p);

/* Return whether the param "name" counts something in the program of "p", a
 * model of moderate size and without recursion. */
bool lcm_predictor_counts(struct lcm_predictor *p, const char *name);

/* Put the closed form of the bound of the program of "p" into "prediction". */
void lcm_predictor_model_form(struct lcm_predictor *p,
                              lcm_prediction *prediction);
