/* The numbers that a time may depend on. */
#pragma once

#include "study/sensitivity/internal.h"

/* Collect the numbers of the machine and the program of "s", which then has
 * models that they are in. */
void lcm_numbers_collect(struct lcm_sensing *s);
