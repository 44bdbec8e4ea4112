#include <math.h>

#include "composer/fit_search_internal.h"

/* Logarithm of how likely a step is before anything is measured. */
static const double STEP = -8;

/* By how much the coefficients of a step differ at least, as a share; how many
 * values of the variable there are on each side. */
static const double DIFFERENCE = 0.1;
enum { VALUES = 3 };

/* Residuals below that share of the squared values are rounding. */
static const double ROUNDING = 1e-13;

/* Products of a column, with the values and with itself, up to the split and
 * above. */
struct sides {
  double y[2];
  double c[2];
};

/* Return the products of "column" over "space" on the sides of "split" along
 * variable "axis". */
static struct sides multiply(const struct lcm_fit_space *space,
                             const double *column, size_t axis, double split) {
  const struct lcm_fit_points *points = space->points;
  struct sides s = {{0}, {0}};
  for (size_t g = 0; g < points->groups; g++) {
    const int side = points->at[g * points->n_names + axis] > split;
    s.y[side] += column[g] * space->y[g];
    s.c[side] += column[g] * column[g];
  }
  return s;
}

/* Add the step of "term" that "one" describes to "found", where it is one. */
static void consider(lcm_fit_found_list *found, struct lcm_fit_found one,
                     const struct lcm_fit_term *term, double weight) {
  const struct lcm_fit_space *space = one.space;
  const struct sides s = multiply(space, term->column, one.axis, one.split);
  if (s.c[0] <= 0 || s.c[1] <= 0)
    return;
  const double below = s.y[0] / s.c[0];
  const double above = s.y[1] / s.c[1];
  if (below <= 0 || above <= 0 || fabs(above - below) < DIFFERENCE * below)
    return;
  one.rest = fmax(space->yy - s.y[0] * below - s.y[1] * above, 0) +
             ROUNDING * space->yy;
  const struct lcm_fit_evidence e = {2, space->rows, one.rest, 0, space->yy};
  one.score = lcm_fit_log_evidence(space->points, &e) + weight + term->weight +
              space->offset;
  LCM_LIST_ADD(space->arena, found, one);
}

/* Add the steps along "axis" to "found". */
static void search_axis(lcm_fit_found_list *found,
                        const struct lcm_fit_space *space, size_t axis) {
  const struct lcm_fit_points *points = space->points;
  double *values = LCM_NEW_ARRAY(space->arena, double, points->groups + 1);
  const size_t n = lcm_fit_values(values, points, axis);
  if (n < 2 * VALUES)
    return;
  const double weight =
      STEP - log((double)(n + 1 - 2 * VALUES)) - log((double)points->n_names);
  for (size_t i = VALUES - 1; i + VALUES < n; i++)
    for (size_t t = 0; t < space->terms.n; t++) {
      const struct lcm_fit_term *term = &space->terms.at[t];
      struct lcm_fit_found one = {.space = space,
                                  .term = {(unsigned short)t},
                                  .n = 1,
                                  .kind = LCM_FIT_STEP,
                                  .split = values[i],
                                  .next = values[i + 1],
                                  .axis = axis};
      for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
        one.lead[v] = term->power[v];
      consider(found, one, term, weight);
    }
}

void lcm_fit_search_steps(lcm_fit_found_list *found,
                          const struct lcm_fit_space *space) {
  for (size_t v = 0; v < space->points->n_names; v++)
    search_axis(found, space, v);
}
