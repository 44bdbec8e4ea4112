/* A program whose scaling is looked at: its points and the lines that they are
 * on. */
#pragma once

#include "base/list.h"
#include "composer/predict/predict.h"
#include "study/scale/types.h"

/* A program whose scaling is looked at.
 * grid        the points, with columns for the axis and the size
 * predictor   of the program on that grid; "free" the same where forks, chunks
 *             and tasks cost nothing, NULL where they do anyway
 * axis        number of the variable that counts processors in the grid
 * size        that of the size, n_names: there is none
 * formula     the time of a model, where its bound has a closed form that is
 *             evaluated in constant time; else NULL
 * points      predicted at the points of the grid
 * lines       of these along the axis */
struct lcm_scaling {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_predict_options *options;
  const struct lcm_scale_options *what;
  const lcm_grid *grid;
  struct lcm_predictor *predictor;
  struct lcm_predictor *free;
  size_t axis;
  size_t size;
  const lcm_expr *formula;
  struct lcm_scale_point *points;
  LCM_LIST(struct lcm_scale_line) lines;
};

/* A setting beside the points of the grid.
 * base    the point that has the values of the other variables
 * p       processors, NaN: those of the base
 * name    number of a variable that has the value "value", and does not follow
 *         another; n_names: none has
 * alone   on one processor, but of the same problem */
struct lcm_setting {
  size_t base;
  double p;
  size_t name;
  double value;
  bool alone;
};

/* Categories of a run in processor-seconds, and what they come to.
 * cats       "n" of them, by lcm_cat
 * time       p times the elapsed time
 * scheduling   of the synchronization loss
 * told       "scheduling" is known; else it is somewhere in that loss */
struct lcm_spent {
  const double *cats;
  size_t n;
  double time;
  double scheduling;
  bool told;
};

/* "n" points that are to be put into lines by p: those of equal keys, which are
 * the number of the first point of the line. */
struct lcm_scale_grouping {
  lcm_arena *arena;
  const struct lcm_scale_point *points;
  const size_t *keys;
  size_t n;
};
