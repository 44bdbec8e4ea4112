/* Products of all terms that differ in the power of one variable. */
#pragma once

#include "fit/search/search.h"

/* Return the line of "space" along the variable "axis" with the powers "power"
 * of the others. */
struct lcm_fit_line *lcm_fit_line_of(struct lcm_fit_space *space,
                                     const unsigned char *power, size_t axis);

/* Return the products of the columns of "line" with that of the term number
 * "term". */
const double *lcm_fit_line_with(const struct lcm_fit_space *space,
                                struct lcm_fit_line *line, size_t term);

/* Put the products of all terms of "space" with the values and the constant
 * into it. */
void lcm_fit_space_multiply(struct lcm_fit_space *space);

/* Return the products of the column of term "t" of "space", multiplied already,
 * with those of the terms up to it. */
const double *lcm_fit_products_with(const struct lcm_fit_space *space,
                                    size_t t);
