/* The time that passes. */
#pragma once

/* Return the seconds of the monotonic clock: differences say how long something
 * took. */
double lcm_clock_now(void);
