/* The closed form of a program. */
#pragma once

#include "composer/predict/internal.h"

/* Return a formula of the program of "p" in which nothing is built yet. */
struct lcm_formula lcm_predictor_formula_begin(struct lcm_predictor *p);

/* Build the closed form of the program of "p", if it has one. */
void lcm_predictor_form(struct lcm_predictor *p);
