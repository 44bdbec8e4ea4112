/* The closed form of a program. */
#pragma once

#include "composer/formula/cost.h"
#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/internal.h"
#include "composer/formula/overhead.h"
#include "composer/formula/part.h"
#include "composer/formula/recurrence.h"
#include "composer/formula/recurrence_read.h"
#include "composer/formula/recurrence_solve.h"
#include "composer/formula/serial.h"

/* Let the machine's names stand for their values. */
void lcm_formula_take_machine(struct lcm_formula *f);

/* Return whether the default of "param" is a whole pure number: its closed form
 * then holds at whole values. */
bool lcm_param_is_whole(const lcm_param *param);

/* Build the closed form of the program of "f" on p processors into "*out"; the
 * variables of "grid" stay.  False where there is none: "at" and "reason" of
 * "f" say why. */
bool lcm_formula_build(struct lcm_closed *out, struct lcm_formula *f,
                       const lcm_grid *grid);

/* Put the span of the program, whose closed form was built, into "*out"; false
 * where it has no closed form. */
bool lcm_formula_build_span(const lcm_expr **out, struct lcm_formula *f);
