/* How much a time depends on each number that it is made of. */
#pragma once

#include "model/results/prediction.h"

/* What a number is: LCM_INFLUENCE_<NAME> for each row of influences.def. */
typedef enum lcm_influence_kind {
#define LCM_INFLUENCE(name, text, meaning) LCM_INFLUENCE_##name,
#include "model/results/influences.def"
#undef LCM_INFLUENCE
  LCM_INFLUENCE_COUNT
} lcm_influence_kind;

/* Return the word for "kind". */
const char *lcm_influence_word(lcm_influence_kind kind);

/* What changing a number does at one point. */
struct lcm_influence_point {
  /* the derivative of the time, in seconds for one more of the number; NaN
   * where there is no time */
  double slope;
  /* the same in per cent of the time for one per cent of the number */
  double relative;
  /* the relative ones below and above the number, where they differ */
  double below;
  double above;
  bool corner; /* they do */
  /* by which the number may be multiplied until the time is 1 % more; infinity
   * or 0 where a thousand times as much, or a thousandth, does not take it
   * there; NaN: not looked for */
  double tolerance;
  bool jump;  /* the time jumps there over 1 % more */
  bool exact; /* "slope" is a derivative of the closed form, not a difference */
};

/* A number that a time is made of. */
struct lcm_influence {
  lcm_influence_kind kind;
  const char *name;
  /* NaN: an expression over p and bytes, which is taken times a factor of 1 */
  double value;
  const char *unit; /* of "value"; "" without */
  lcm_loc loc;      /* of a model; no file elsewhere */
  /* the derivative of the closed form as the number grows; NULL: none */
  const lcm_expr *formula;
  const struct lcm_influence_point *points; /* one for each of the grid */
};

/* The dependence of a prediction on its numbers. */
typedef struct lcm_sensitivity {
  const char *name;
  const lcm_grid *grid;
  const double *times; /* at its points */
  const char *unit;    /* of the times of a model; NULL: seconds */
  bool is_model;
  /* those that matter, what matters most at the last point first */
  const struct lcm_influence *all;
  size_t n;
  /* names of prices that do not matter even a thousand times as large or as
   * small */
  const char *const *idle;
  size_t n_idle;
  double loss; /* what tolerances are for: 0.01 */
} lcm_sensitivity;

/* Return "s" as JSON (lcm-sensitivity/1). */
LCM_GIVE char *lcm_sensitivity_to_json(const lcm_sensitivity *s);
