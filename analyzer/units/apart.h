/* Functions of headers that are not the same in all units. */
#pragma once

#include "analyzer/request/request.h"

/* Let the static functions of headers that one of the "n" units at "units" has
 * otherwise than those before it, for its macros are others, go by names of
 * their own in it; the others count once when units are joined. */
void lcm_units_set_apart(struct lcm_unit *units, size_t n, lcm_ctx *ctx);
