/* Races of a program as diagnostics. */
#pragma once

#include "model/structure/structure.h"

/* Find the races of "*program" with the values that all points of "grid" have
 * (NULL: none are given), report each (diagnostic "race"), and let "*program"
 * say what was found. */
void lcm_races_check(const lcm_program **program, lcm_ctx *ctx,
                     const lcm_grid *grid);
