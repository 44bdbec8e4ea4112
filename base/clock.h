/* The time that passes. */
#ifndef LCM_BASE_CLOCK_H
#define LCM_BASE_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Return the seconds of the monotonic clock: differences say how long something
 * took. */
double lcm_clock_now(void);

#ifdef __cplusplus
}
#endif

#endif
