/* Orders for qsort, and what stands in the middle. */
#pragma once

#include <stddef.h>

/* Compare the numbers (double) at "a" and "b": less than, equal to or greater
 * than 0 as that at "a" is; a NaN is equal to all. */
int lcm_order_numbers(const void *a, const void *b);

/* Compare the strings that the pointers at "a" and "b" lead to, like strcmp. */
int lcm_order_names(const void *a, const void *b);

/* Return the median of the "n" numbers at "values", which are sorted thereby;
 * NaN for none. */
double lcm_order_median(double *values, size_t n);
