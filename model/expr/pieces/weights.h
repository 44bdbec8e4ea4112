/* With which weights a few values of a polynomial come to its sum. */
#pragma once

#include <stddef.h>

/* How many values there are at most: of a polynomial of degree 8. */
enum { LCM_MOST_WEIGHTS = 9 };

/* Put "m" (1 to LCM_MOST_WEIGHTS, at most "n") of the places 0, 1 .. "n" - 1,
 * as far apart as they can be, into "places", and into "weights" with what the
 * values of a polynomial of degree "m" - 1 there are multiplied to come to the
 * sum of its values at all of them. */
void lcm_weights_find(double *weights, double *places, size_t m, double n);

/* As lcm_weights_find, for the "m" different "places" that are given. */
void lcm_weights_at(double *weights, const double *places, size_t m, double n);
