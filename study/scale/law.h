/* The laws of Amdahl and Gustafson, the metric of Karp and Flatt. */
#pragma once

#include "study/scale/types.h"

/* Return the speedup on "p" processors where the fraction "serial" of the time
 * on one cannot be divided (Amdahl), and by how much it grows with p. */
double lcm_law_amdahl(double serial, double p);
double lcm_law_amdahl_slope(double serial, double p);

/* Return what that speedup does not exceed for any p; infinite for 0. */
double lcm_law_limit(double serial);

/* Return the speedup of a problem that grows until it takes as long, where the
 * fraction "serial" of the time on "p" processors cannot be divided (Gustafson
 * 1988). */
double lcm_law_fixed_time(double serial, double p);

/* Return the serial fraction that the speedup "speedup" on "p" processors
 * shows (Karp, Flatt 1990); NaN for one processor. */
double lcm_law_karp_flatt(double speedup, double p);

/* Return the next size of "partition" (Roth et al. 2012, eq. 9); the same size
 * for one processor.  The largest imbalance, 1 - 1/p, divides the size by
 * p + 1, as the formula is printed; the text says by p. */
double lcm_law_refine(const struct lcm_partition *partition);

/* Return Amdahl's law fitted to the "n" times at "times" on "p" processors, so
 * that relative errors are small; points of equal p count as many. */
struct lcm_amdahl_fit lcm_law_fit(const double *p, const double *times,
                                  size_t n);
