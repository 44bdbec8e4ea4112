/* Environments: the points at which a prediction is asked for. */
#pragma once

#include "model/expr/expr.h"

/* The grid of `-D` options: the product of all variables that do not follow
 * another, each point with the values of all "n_names" names. */
typedef struct lcm_grid {
  /* interned, in the order they were given; lcm_grid_check lets them be those
   * that the program has */
  const char **names;
  size_t n_names;
  /* sizes[j]: how many values name j takes by itself; 0 when it follows */
  const size_t *sizes;
  /* follows[j]: the expression by which name j follows others, or NULL */
  const lcm_expr *const *follows;
  double *const *columns; /* columns[j][i] is the value of name j at point i */
  /* number of points; the first variable changes slowest */
  size_t n_points;
  bool swept; /* nobody gave p its values */
  /* idle[j]: name j was found to have no effect, and is not shown */
  bool *idle;
} lcm_grid;

/* The most points a grid may have. */
enum { LCM_MAX_POINTS = 10000000 };

/* Return name "j" of "grid" as users write it. */
const char *lcm_grid_label(const lcm_grid *grid, size_t j);

/* Return the name by which programs know what the variable of the source holds
 * that the name "name" of a grid means, where it is not what that begins with
 * (memory of "ctx"); NULL where "name" means something else. */
const char *lcm_grid_source_name(lcm_ctx *ctx, const char *name);

/* Build "*out" from the "n" texts at "specs", each as after -D: `n=1024`,
 * `p=1,2,4`, `p=1:64` (step 1), `p=1:64:*2`, `n=100:1000:100`, `n=2K` is an
 * error, `n=1024*sqrt(p)` follows p.  A text may itself hold several, separated
 * by spaces.  A spec given twice, a cycle of followers, a value that is NaN or
 * an empty range is diagnostic "grid".  No specs: one point without names. */
LCM_NODISCARD lcm_status lcm_grid_parse(const lcm_grid **out, lcm_ctx *ctx,
                                        const char *const *specs, size_t n);

/* Return the grid of the first points of "grid": of the first "n" as many as
 * are a product; NULL where "n" is 0. */
const lcm_grid *lcm_grid_first(lcm_ctx *ctx, const lcm_grid *grid, size_t n);

/* Return a grid of nothing but point "i" of "grid". */
const lcm_grid *lcm_grid_at(lcm_ctx *ctx, const lcm_grid *grid, size_t i);

/* Return how many processors point "i" of "grid" has: p, else ranks times
 * threads, else 1. */
double lcm_grid_processors(const lcm_grid *grid, size_t i);
