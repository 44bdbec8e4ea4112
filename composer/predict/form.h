/* The closed form of a program. */
#pragma once

#include "composer/predict/internal.h"

/* Build the closed form of the program of "p", if it has one. */
void lcm_predictor_form(struct lcm_predictor *p);
