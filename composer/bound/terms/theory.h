/* Numbers of van Gemund 1996, for tests. */
#pragma once

#include "composer/bound/types.h"

/* Return the worst time of a section of two by two over all orders and
 * arbitrations (van Gemund 1996, 6.2.1). */
double lcm_section_worst(const double demands[4]);

/* Return the best: max(d1k, d2l) + max(d1l, d2k). */
double lcm_section_best(const double demands[4]);

/* Return the upper bound that conjecture 6.2 gives: the sum of the 3(P-1)
 * largest demands, of the 2P-2 largest for each turn of a "loop" (6.3). */
double lcm_section_conjecture(lcm_ctx *ctx,
                              const struct lcm_section_demands *section,
                              bool loop);

/* Return the upper bound on T^u/T^l of theorem 6.1: it is below min(P, M). */
double lcm_section_ratio(const struct lcm_section_demands *section);

/* Return the ratio of conjecture 6.1 for "p" processes on as many resources
 * whose diagonal demand is "gamma" times the others; of a loop (6.2). */
double lcm_section_diagonal(double p, double gamma);
double lcm_section_diagonal_loop(double p, double gamma);

/* Return the expected sum of the "k" largest of "n" numbers that are uniform
 * in 0..1 (appendix D). */
double lcm_largest_mean(double n, double k);

/* Return the expected T^u and T^l of a "p" by "p" section of demands uniform
 * in 0..1 (section 6.2.4 and appendix D); "loop" for one turn of a loop. */
double lcm_random_upper(double p, bool loop);
double lcm_random_lower(double p);

/* Return the cycle time of "n" customers by mean value analysis: a delay of
 * "think" and one exponential server of mean "service" (van Gemund 1996,
 * example 3.7; as printed the recursion has the population P where the number
 * n so far belongs). */
double lcm_mva_repair(unsigned n, double think, double service);

/* Return the cycle time R(N) + Z of "n" customers in a balanced network of
 * "m" centres with total demand "demand" and delay "think" (6.7). */
double lcm_mva_balanced(unsigned n, double m, double demand, double think);
