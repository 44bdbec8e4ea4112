/* The time with one number changed. */
#pragma once

#include "study/sensitivity/internal.h"

/* Put the times at the points of "grid", which has the names of that of "s",
 * with "number" times "factor" into "times"; NaN where there is none.  A NULL
 * number: as it is. */
void lcm_vary_times(double *times, struct lcm_sensing *s, const lcm_grid *grid,
                    const struct lcm_number *number, double factor);

/* Return "machine" with "number" times "factor"; itself where it is no number
 * of a machine. */
const lcm_machine *lcm_vary_machine(lcm_ctx *ctx, const lcm_machine *machine,
                                    const struct lcm_number *number,
                                    double factor);
