/* Searching forms whose coefficient jumps above some value. */

#include "fit/search/step.h"
#include "fit/search/choose.h"
#include "fit/search/evidence.h"
#include "fit/search/threshold.h"

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

/* A search for steps. */
struct stepping {
  lcm_fit_found_list *found;
  const struct lcm_fit_space *space;
  /* of each group: 1 where it is above the split, else 0 */
  double *above;
  double weight;              /* of a step, without that of its term */
  struct lcm_fit_bound bound; /* of their evidence */
  double best;                /* score of the likeliest form so far */
};

/* Return the products of "column" on the sides of the split. */
static struct sides multiply(const struct stepping *s, const double *column) {
  const double *y = s->space->y;
  struct sides sides = {{0}, {0}};
  for (size_t g = 0; g < s->space->points->groups; g++) {
    const double above = s->above[g];
    const double cy = column[g] * y[g];
    const double cc = column[g] * column[g];
    sides.y[0] += cy * (1 - above);
    sides.y[1] += cy * above;
    sides.c[0] += cc * (1 - above);
    sides.c[1] += cc * above;
  }
  return sides;
}

/* Add the step of "term" that "one" describes to those found, where it is one
 * and may be chosen. */
static void consider(struct stepping *s, struct lcm_fit_found *one,
                     const struct lcm_fit_term *term) {
  const struct lcm_fit_space *space = s->space;
  const struct sides sides = multiply(s, term->column);
  if (sides.c[0] <= 0 || sides.c[1] <= 0)
    return;
  const double below = sides.y[0] / sides.c[0];
  const double above = sides.y[1] / sides.c[1];
  if (below <= 0 || above <= 0 || fabs(above - below) < DIFFERENCE * below)
    return;
  one->rest = fmax(space->yy - sides.y[0] * below - sides.y[1] * above, 0) +
              ROUNDING * space->yy;
  one->score = lcm_fit_bound_at(&s->bound, one->rest, 1) + s->weight +
               term->weight + space->offset;
  if (!lcm_fit_is_worth(one, s->best))
    return;
  const struct lcm_fit_evidence e = {2, space->rows, one->rest, 0, space->yy};
  one->score = lcm_fit_log_evidence(space->points, &e) + s->weight +
               term->weight + space->offset;
  LCM_LIST_ADD(space->arena, s->found, *one);
}

/* Add the steps along "axis" to those found. */
static void search_axis(struct stepping *s, size_t axis) {
  const struct lcm_fit_space *space = s->space;
  const struct lcm_fit_points *points = space->points;
  double *values = LCM_NEW_ARRAY(space->arena, double, points->groups + 1);
  const size_t n = lcm_fit_values(values, points, axis);
  if (n < 2 * VALUES)
    return;
  s->weight =
      STEP - log((double)(n + 1 - 2 * VALUES)) - log((double)points->n_names);
  for (size_t i = VALUES - 1; i + VALUES < n; i++) {
    for (size_t g = 0; g < points->groups; g++)
      s->above[g] = points->at[g * points->n_names + axis] > values[i];
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
      consider(s, &one, term);
    }
  }
}

void lcm_fit_search_steps(lcm_fit_found_list *found,
                          const struct lcm_fit_space *space) {
  const struct lcm_fit_evidence like = {2, space->rows, 0, 0, space->yy};
  struct stepping s = {
      .found = found,
      .space = space,
      .above = LCM_NEW_ARRAY(space->arena, double, space->points->groups + 1),
      .bound = lcm_fit_bound_of(space->points, &like),
      .best = lcm_fit_best(found)};
  for (size_t v = 0; v < space->points->n_names; v++)
    search_axis(&s, v);
}
