/* Comparisons of programs: which is fastest where, and where that changes. */
#ifndef LIBLCM_COMPARISON_H
#define LIBLCM_COMPARISON_H

#include <stddef.h>

#include "log.h"
#include "prediction.h"
#include "program.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program to compare, under a name. */
struct liblcm_variant {
  const char *name;
  const liblcm_program *program;
};

/* Several programs at the points of one grid. */
typedef struct liblcm_comparison liblcm_comparison;

/* Compare the "n" (at least 2) programs at "variants" as "options" say into
 * "*out".  Coefficients that variants share cancel in the intervals of their
 * differences. */
LIBLCM_CHECKED liblcm_code liblcm_compare(
    liblcm_comparison **out, const struct liblcm_variant *variants, size_t n,
    const struct liblcm_predict_options *options, liblcm_log *log);

/* Return how many variants "comparison" has, and the prediction of number "v",
 * which belongs to the comparison (NULL beyond the last). */
size_t liblcm_comparison_variants(const liblcm_comparison *comparison);
const liblcm_prediction *
liblcm_comparison_prediction(const liblcm_comparison *comparison, size_t v);

/* The comparison at one point. */
struct liblcm_winner {
  size_t winner; /* number of the fastest variant, the first of equals */
  /* low, high: 90 % interval of the time of the second fastest minus that of
   * the fastest */
  double low;
  double high;
};

/* Put who wins at point "i" of the grid into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_comparison_winner(
    struct liblcm_winner *out, const liblcm_comparison *comparison, size_t i);

/* Where the winner changes. */
struct liblcm_crossover {
  const char *variable; /* whose value */
  double value;         /* at the crossing */
  /* from, to: numbers of the variants that win below and above */
  size_t from;
  size_t to;
  int step; /* the change is a jump (a ceiling, a branch), not smooth */
  /* the value as an expression where it was found in closed form, or NULL */
  const char *exact;
};

/* Return how many crossovers were found. */
size_t liblcm_comparison_crossovers(const liblcm_comparison *comparison);

/* Put crossover "i" into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_comparison_crossover(struct liblcm_crossover *out,
                            const liblcm_comparison *comparison, size_t i);

/* Return the value of another variable of the grid at crossover "i"; NaN where
 * there is none. */
double liblcm_comparison_crossover_value(const liblcm_comparison *comparison,
                                         size_t i, const char *variable);

/* Return whether there can be no other crossovers in the range of the grid. */
int liblcm_comparison_is_complete(const liblcm_comparison *comparison);

/* Put "comparison" as JSON (lcm-comparison/1) into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_comparison_json(char **out, const liblcm_comparison *comparison);

/* Free "comparison" and the predictions of it; NULL is fine. */
void liblcm_comparison_free(liblcm_comparison *comparison);

#ifdef __cplusplus
}
#endif

#endif
