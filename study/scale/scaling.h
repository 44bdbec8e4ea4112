/* A program whose scaling is looked at: its points and the lines that they are
 * on. */
#pragma once

#include "composer/predict/predict.h"
#include "study/scale/types.h"

/* A program whose scaling is looked at. */
struct lcm_scaling {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_predict_options *options;
  const struct lcm_scale_options *what;
  const lcm_grid *grid; /* the points, with columns for the axis and the size */
  /* of the program on that grid; "free" the same where forks, chunks and tasks
   * cost nothing, NULL where they do anyway */
  struct lcm_predictor *predictor;
  struct lcm_predictor *free;
  size_t axis; /* number of the variable that counts processors in the grid */
  size_t size; /* that of the size, n_names: there is none */
  /* the time of a model, where its bound has a closed form that is evaluated in
   * constant time; else NULL */
  const lcm_expr *formula;
  /* predicted at the points of the grid */
  struct lcm_scale_point *points;
  LCM_LIST(struct lcm_scale_line) lines; /* of these along the axis */
};

/* A setting beside the points of the grid. */
struct lcm_setting {
  size_t base; /* the point that has the values of the other variables */
  double p;    /* processors, NaN: those of the base */
  /* number of a variable that has the value "value", and does not follow
   * another; n_names: none has */
  size_t name;
  double value;
  bool alone; /* on one processor, but of the same problem */
};

/* Categories of a run in processor-seconds, and what they come to. */
struct lcm_spent {
  const double *cats; /* "n" of them, by lcm_cat */
  size_t n;
  double time;       /* p times the elapsed time */
  double scheduling; /* of the synchronization loss */
  /* "scheduling" is known; else it is somewhere in that loss */
  bool told;
  bool partial; /* of some categories it is not known, NAN */
};

/* "n" points that are to be put into lines by p: those of equal keys, which are
 * the number of the first point of the line. */
struct lcm_scale_grouping {
  lcm_arena *arena;
  const struct lcm_scale_point *points;
  const size_t *keys;
  size_t n;
};
