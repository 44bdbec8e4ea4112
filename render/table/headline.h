/* One sentence on a point of a prediction.  Where the cycles of a point go,
 * and which variables of a grid are shown. */
#pragma once

#include "model/results/results.h"

/* Where the cycles of an occurrence or a point go. */
struct lcm_loss {
  double total;   /* sum of all categories */
  double lost;    /* of all but computation and what is not split */
  double unsplit; /* what is not split */
  /* the category that loses most; SIZE_MAX where nothing is lost */
  size_t most;
};

/* Return where the cycles "cats" of "prediction" go. */
struct lcm_loss lcm_loss_of(const lcm_prediction *prediction,
                            const double *cats);

/* Return the full name of category "cat" of "prediction". */
const char *lcm_loss_title(const lcm_prediction *prediction, size_t cat);

/* Append the values of the grid variables at point "i": "n = 64, p = 4"; the
 * processors where p is no variable. */
void lcm_put_point(lcm_buf *buf, const lcm_grid *grid, size_t i, double p);

/* Return whether "name" is a variable of "grid". */
bool lcm_grid_has(const lcm_grid *grid, const char *name);

/* Return whether variable "j" of "grid" has a column in a table for people:
 * all have but those of one value beside others that vary. */
bool lcm_grid_shows(const lcm_grid *grid, size_t j);

/* Return the bounds of "point" where there are any, else NULL. */
const struct lcm_bound_result *lcm_point_bounds(const lcm_point *point);

/* Append one sentence on point "i" of a model that was not composed. */
void lcm_put_model_headline(lcm_buf *buf, const lcm_prediction *prediction,
                            size_t i);

/* Append one sentence on point "i", without a full stop at the end. */
void lcm_put_headline(lcm_buf *buf, const lcm_prediction *prediction, size_t i);

/* The same behind "of what is counted", which it does not say again. */
void lcm_put_headline_counted(lcm_buf *buf, const lcm_prediction *prediction,
                              size_t i);
