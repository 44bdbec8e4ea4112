/* What an expression takes from an index in whole steps, as `floor(sqrt(i))`
 * and `i / 16` do: between two steps it is fixed. */
#pragma once

#include "model/expr/pieces/pieces.h"

/* How many numbers that take steps are told apart. */
enum { LCM_MOST_STEPS = 4 };

/* The numbers in the body of a sum that take steps. */
struct lcm_steps {
  const lcm_expr *of[LCM_MOST_STEPS]; /* floors, ceilings and whole quotients */
  size_t n;
  size_t seen; /* nodes that were looked at */
};

/* Collect into "steps" the whole numbers in the body of "sum" that either never
 * fall or never rise with its index. */
void lcm_steps_collect(struct lcm_steps *steps,
                       const struct lcm_pieces_of *sum);

/* Return whether "e" is one of "steps". */
bool lcm_steps_have(const struct lcm_steps *steps, const lcm_expr *e);

/* Put into "*out" how many steps are taken from place "from" to place "to" of
 * "sum"; false where one of the numbers has no value. */
bool lcm_steps_taken(double *out, const struct lcm_steps *steps,
                     const struct lcm_pieces_of *sum, double from, double to);

/* Put into "*out" the last of the places from "from", in steps of 1, to the end
 * of "sum" before which no step is taken; false where one of the numbers has
 * no value. */
bool lcm_steps_end(double *out, const struct lcm_steps *steps,
                   const struct lcm_pieces_of *sum, double from);
