/* SPDX-License-Identifier: MIT
 *
 * The clock of the run. */
#pragma once

#include <stdint.h>

/* Return the nanoseconds since the start of the run; 0 where nothing is
 * measured. */
uint64_t lcm_now(void);

/* Return the nanoseconds since the start by the clock; lcm_now says when the
 * last sample was where the run is sampled. */
uint64_t lcm_real_now(void);
