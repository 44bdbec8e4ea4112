/* Laws of random times: how probable each is, and their first four cumulants,
 * through sums, choices and maxima.
 *
 * The cumulants of sums and choices are exact (Gautama and van Gemund 2006);
 * values are exact as long as they are few, and then means of narrow ranges,
 * which are brought to the exact mean and deviation. */
#pragma once

#include "base/ctx.h"
#include "model/structure/structure.h"

/* The law of a time.  All of it lives in the arena it was made in. */
struct lcm_law {
  size_t n;
  const double *value; /* in rising order */
  const double *chance;
  double cumulants[4]; /* mean, variance, third and fourth */
  const double *width; /* of what each value stands for; 0: for itself */
  bool gathered;       /* some stand for others */
};

/* Laws that are combined: each so many times, or with such a chance. */
struct lcm_law_part {
  const struct lcm_law *law;
  double weight;
};

/* Return the law of what is always "value". */
const struct lcm_law *lcm_law_certain(lcm_arena *arena, double value);

/* Return the law of the "n" "values" with their "chances", which add up to 1,
 * each standing for what is within half of its "widths" (NULL: for itself). */
const struct lcm_law *lcm_law_of(lcm_arena *arena, const double *values,
                                 const double *chances, const double *widths,
                                 size_t n);

/* Return the law of a draw of "kind" with "args"; NULL: they make no sense. */
const struct lcm_law *lcm_law_draw(lcm_arena *arena, lcm_draw_kind kind,
                                   const double args[2]);

/* Return the law of a normal quantity of mean 0 and "deviation". */
const struct lcm_law *lcm_law_normal(lcm_arena *arena, double deviation);

/* Return the law of "shift" plus "factor" times what "a" is of. */
const struct lcm_law *lcm_law_scaled(lcm_arena *arena, const struct lcm_law *a,
                                     double factor, double shift);

/* Return the law of the sum of independent "a" and "b". */
const struct lcm_law *lcm_law_sum(lcm_arena *arena, const struct lcm_law *a,
                                  const struct lcm_law *b);

/* Return the law of the sum of "times", a whole number, independent times like
 * "a". */
const struct lcm_law *lcm_law_repeated(lcm_arena *arena,
                                       const struct lcm_law *a, double times);

/* Return the law of one of "n" "parts", by their weights, which add up to at
 * most 1; of 0 in the rest of the cases. */
const struct lcm_law *lcm_law_mixed(lcm_arena *arena,
                                    const struct lcm_law_part *parts, size_t n);

/* Return the law of the longest of independent times, as many like each of the
 * "n" "parts" as its weight says. */
const struct lcm_law *
lcm_law_longest(lcm_arena *arena, const struct lcm_law_part *parts, size_t n);

/* Return what a time is at most with chance "p"; the chance that it is at most
 * "x". */
double lcm_law_quantile(const struct lcm_law *a, double p);
double lcm_law_at_most(const struct lcm_law *a, double x);
