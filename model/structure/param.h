/* Params that several places of a program speak of. */
#pragma once

#include "model/structure/program.h"

/* Add what "more" says of the param "known" of the same name, which does not
 * say it itself: its value, its range, what it is.  False where both give it a
 * value, and not the same. */
bool lcm_param_join(lcm_param *known, const lcm_param *more);

/* Return the name that "param" is another name of, by `param NAME := OTHER`;
 * NULL for none. */
const char *lcm_param_other(const lcm_param *param);

/* Return the param of "program" that stands for the one called "name" by such a
 * comment, NULL for none. */
const lcm_param *lcm_param_alias(const lcm_program *program, const char *name);
