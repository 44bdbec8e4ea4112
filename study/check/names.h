/* Names in models that nothing gives a value, and costs that make no sense. */
#pragma once

#include "analyzer/request/request.h"

/* Check the models of the "n" units: names that nothing gives a value, costs
 * that are negative or no number at a point of the ranges that params state.
 * What is found is reported. */
lcm_status lcm_check_names(lcm_ctx *ctx, const struct lcm_unit *units,
                           size_t n);
