/* Numbers of van Gemund 1996, chapter 6. */
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

/* Return how much longer the worst schedule of "section", of "turns" turns, may
 * be than the best: below min(P, M) (theorem 6.1), and below (6.1), of a loop
 * (6.2) in all turns but the last, where there are as many resources as
 * processes and they all are used (van Gemund 1996, 6.2.2 and 6.2.3). */
double lcm_section_ratio(const struct lcm_section_demands *section,
                         double turns);

/* Return how much longer than its bound a section of "p" processes on as many
 * resources may be, on average, where its demands are uniform between 0 and
 * twice their mean (van Gemund 1996, 6.2.4). */
double lcm_section_random(double p, double turns);

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

/* Return the cycle time of "n" customers, each with a delay of "think" and a
 * demand of demands[i] for each of "m" servers, by exact mean value analysis;
 * "queues" has room for "m" numbers.  With one server it is the repairman of
 * example 3.7 (where the recursion is printed with the population P instead of
 * the number so far), with equal demands (6.7). */
double lcm_mva_network(double n, size_t m, const double *demands, double think,
                       double *queues);
