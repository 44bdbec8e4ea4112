/* The order in which pairs of accesses are compared. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return how far apart in the list of all "n" pairs, which is a circle, those
 * are that are compared one after the other, so that all are in the end: one,
 * or where there are "many" so far that pairs of all parts come soon. */
size_t lcm_edit_stride(size_t n, bool many);
