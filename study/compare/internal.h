/* Comparisons: what the files compare*.c say to each other. */
#pragma once

#include "composer/predict/internal.h"

/* A comparison under way.
 * predictors    of the variants, on the grid
 * predictions, winners   at its points
 * axis          along which crossovers are looked for
 * found         crossovers
 * incomplete    there may be others */
struct lcm_comparing {
  lcm_ctx *ctx;
  const struct lcm_variant *variants;
  size_t n;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  struct lcm_predictor *predictors;
  const lcm_prediction **predictions;
  size_t *winners;
  size_t axis;
  LCM_LIST(lcm_crossover) found;
  bool incomplete;
};

/* A line of the grid along the axis: "n" points from number "first" on,
 * "stride" apart; the axis goes from "low" to "high". */
struct lcm_line {
  size_t first;
  size_t stride;
  size_t n;
  double low;
  double high;
};

/* A crossover on a line.
 * value    where it is; exact: as an expression, or NULL
 * from, to variants that win below and above
 * step     the difference jumps there */
struct lcm_crossing {
  double value;
  const lcm_expr *exact;
  size_t from;
  size_t to;
  bool step;
};

/* Add "crossing" on the line through "point". */
void lcm_comparing_add(struct lcm_comparing *c, size_t point,
                       const struct lcm_crossing *crossing);

/* Return whether the axis counts processors, or something in a model, so that
 * there is nothing between whole numbers. */
bool lcm_comparing_is_whole(const struct lcm_comparing *c);

/* Put the time of variant "v" at "n" values "x" of the axis, the rest being as
 * at "point", into "times"; NaN where there is none. */
void lcm_comparing_times(double *times, struct lcm_comparing *c, size_t v,
                         size_t point, const double *x, size_t n);

/* ---- by the points of the grid (study/compare/search.c) ------------------------ */

/* Add the crossovers between "low" and the value of "crossing" on the line
 * through "point", between which the winner changes as it says. */
void lcm_comparing_refine(struct lcm_comparing *c, size_t point,
                          const struct lcm_crossing *crossing, double low);

/* Find the crossovers of "line" that the winners at its points show. */
void lcm_comparing_search(struct lcm_comparing *c, const struct lcm_line *line);

/* ---- all of them (study/compare/proof.c) --------------------------------------- */

/* Find all crossovers of "line"; false, and nothing found, where it cannot be
 * proved that these are all. */
bool lcm_comparing_prove(struct lcm_comparing *c, const struct lcm_line *line);

/* ---- in closed form (study/compare/exact.c) ------------------------------------ */

/* Return the root near "value" of the expression "difference" in the one name
 * "name" as an expression; NULL where it has no closed form. */
const lcm_expr *lcm_exact_root(lcm_ctx *ctx, const lcm_expr *difference,
                               const char *name, double value);

/* Where a root is looked for: its value where the names of the "n_env" bindings
 * at "env" have theirs. */
struct lcm_exact_near {
  double value;
  const lcm_binding *env;
  size_t n_env;
};

/* As lcm_exact_root of a difference in other names too, the root being an
 * expression of these. */
const lcm_expr *lcm_exact_root_near(lcm_ctx *ctx, const lcm_expr *difference,
                                    const char *name,
                                    const struct lcm_exact_near *near);
