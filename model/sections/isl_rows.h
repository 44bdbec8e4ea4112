/* Rows of linear constraints, and sets of isl that are read into them. */
#pragma once

#include "model/sections/count_internal.h"

/* Return how many numbers a row has. */
size_t lcm_count_width(const struct lcm_count *s);

/* Return a row of zeros. */
struct lcm_count_row lcm_count_new_row(const struct lcm_count *s, bool equal);

/* Append the constraints of "basic_set", an isl_basic_set of "n_dims"
 * dimensions, to "rows"; false where a number is too large. */
bool lcm_count_read(struct lcm_count *s, lcm_count_rows *rows, void *basic_set,
                    size_t n_dims);

/* Drop of "rows" what follows from the rest and what is known; false where no
 * point fulfils them. */
bool lcm_count_simplify(struct lcm_count *s, lcm_count_rows *rows);
