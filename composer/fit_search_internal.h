/* Searching the performance model normal form. */
#ifndef LCM_COMPOSER_FIT_SEARCH_INTERNAL_H
#define LCM_COMPOSER_FIT_SEARCH_INTERNAL_H

#include "base/list.h"
#include "composer/fit_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many variables a search is over, how many terms beside the constant a
 * form has. */
enum { LCM_FIT_VARIABLES = 4, LCM_FIT_TERMS = 3 };

/* x^(over/under) * log(x)^log.
 * weight  how often programs behave so, as a logarithm */
struct lcm_fit_power {
  int over;
  int under;
  int log;
  double weight;
};

/* The powers searched, ascending by growth; the constant among them. */
struct lcm_fit_powers {
  const struct lcm_fit_power *at;
  size_t n;
  size_t constant;
};

/* Return the powers there are, made in memory of "arena". */
struct lcm_fit_powers lcm_fit_powers_make(lcm_arena *arena);

/* Return the value of "power" at "x". */
double lcm_fit_power_at(const struct lcm_fit_power *power, double x);

/* Append "power" of the variable "name" to "text", behind a factor. */
void lcm_fit_power_print(lcm_buf *text, const struct lcm_fit_power *power,
                         const char *name);

/* A term: the number of a power for each variable, its weight. */
struct lcm_fit_term {
  unsigned char power[LCM_FIT_VARIABLES];
  double weight;
};

/* What is searched.
 * terms    that forms are sums of
 * columns  of the terms, of length 1, weighted as the centres: terms x groups
 * length   what they were divided by
 * y        centres, weighted
 * one      the constant, weighted, of length 1
 * left_out groups that do not count; NULL for none */
struct lcm_fit_space {
  const struct lcm_fit_points *points;
  struct lcm_fit_powers powers;
  const struct lcm_fit_term *terms;
  size_t n_terms;
  double *columns;
  double *length;
  double *y;
  double *one;
  const bool *left_out;
};

/* A form found.
 * term      numbers of its terms
 * n         how many
 * constant  there is one beside them
 * split     of a threshold: groups whose variable is below belong to the
 *           constant, the others to a line; 0: it is none
 * axis      variable of the threshold
 * score     logarithm of its probability, up to what all have in common
 * lead      the power that dominates in each variable
 * left_out  a group that it takes for an outlier, or SIZE_MAX */
struct lcm_fit_found {
  unsigned short term[LCM_FIT_TERMS];
  unsigned char n;
  bool constant;
  double split;
  size_t axis;
  double score;
  unsigned char lead[LCM_FIT_VARIABLES];
  size_t left_out;
};

typedef LCM_LIST(struct lcm_fit_found) lcm_fit_found_list;

/* Make the terms to search for "points" and their columns into "*out". */
void lcm_fit_space_make(struct lcm_fit_space *out, lcm_arena *arena,
                        const struct lcm_fit_points *points,
                        const bool *left_out);

/* Add the likely forms over "space" to "found"; "offset" is added to their
 * scores. */
void lcm_fit_search(lcm_fit_found_list *found, lcm_arena *arena,
                    const struct lcm_fit_space *space, double offset);

/* Add the thresholds max(k1*x + k2, k3) over "space" to "found". */
void lcm_fit_search_thresholds(lcm_fit_found_list *found, lcm_arena *arena,
                               const struct lcm_fit_space *space,
                               double offset);

/* Choose among "found" over "space": put the likeliest first, of those that
 * have the likeliest powers in the lead; return how many are worth a look. */
size_t lcm_fit_choose(lcm_fit_found_list *found, lcm_arena *arena,
                      const struct lcm_fit_space *space);

/* Return the text of "found" in memory of "ctx". */
const char *lcm_fit_found_text(lcm_ctx *ctx, const struct lcm_fit_space *space,
                               const struct lcm_fit_found *found);

#ifdef __cplusplus
}
#endif

#endif
