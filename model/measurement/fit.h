/* Fitted models (lcm-fit/1). */
#pragma once

#include "model/expr/expr.h"

/* A coefficient of a fit. */
struct lcm_fit_coefficient {
  const char *name;
  double value; /* the estimate */
  /* low, high: its 90 % interval; equal to value where nothing was left to tell
   * it from (as many points as coefficients): then freedom is 0 */
  double low;
  double high;
};

/* How well a model describes the points it was fitted to. */
struct lcm_fit_quality {
  /* r2, adjusted_r2: share of the variation about the mean (about zero where
   * the form has no constant term, as NIST certifies those) */
  double r2;
  double adjusted_r2;
  /* smape, cv_smape: symmetric mean absolute percentage error (0..200), of the
   * fit and of leave-one-out cross-validation */
  double smape;
  double cv_smape;
  /* residual standard deviation, in the unit of the response; of a model whose
   * residuals are relative a share of the value */
  double deviation;
  /* points, freedom: how many points, and more than coefficients */
  size_t points;
  size_t freedom;
  size_t outliers; /* points that robust weights all but left out */
};

/* A measurement that would help: values of the variables. */
struct lcm_fit_suggestion {
  const lcm_binding *at;
  size_t n;
  const char *why;
};

/* What the source says of a quantity. */
struct lcm_fit_origin {
  const char *work; /* what it computes in a run; NULL: it says nothing */
  bool agrees;      /* the model grows as that does */
  const char *said; /* the same for people */
};

/* One model of one category of one fragment. */
typedef struct lcm_fit_model {
  /* fragment, place, label: as measured (model/measurement/measurement.h) */
  const char *fragment;
  const char *place;
  const char *label;
  const char *category; /* "pc", "li", ... */
  /* "s" (processor-seconds) or, of other people's metrics, theirs */
  const char *unit;
  const char *form;    /* with names of coefficients: "k1*p*sqrt(p) + k2" */
  const char *formula; /* the same over numbers: the estimates filled in */
  /* the form over uncertain coefficients (lcm_expr_coef); NULL where there is
   * no model */
  const lcm_expr *expr;
  const struct lcm_fit_coefficient *coefficients;
  size_t n_coefficients;
  const double *covariance; /* of the coefficients, row by row */
  const struct lcm_fit_range {
    const char *name;
    double low;
    double high;
    size_t values;
    /* the external variables it was fitted over, with the range in which they
   * were measured, sorted by name */
  } * variables;
  size_t n_variables;
  struct lcm_fit_quality quality;
  /* residuals are relative to the value (the noise grows with it) */
  bool relative;
  /* chosen among the forms tried for this fragment and category */
  bool selected;
  const char *no_model; /* why there is none, though there is data; NULL */
  /* where the behaviour seems to change, or that the model is the mean of what
   * is mostly 0: text for people, or NULL */
  const char *regime;
  /* it changes so that the model holds on neither side */
  bool knee;
  struct lcm_fit_origin source;
  const struct lcm_fit_suggestion *suggestions;
  size_t n_suggestions;
} lcm_fit_model;

/* The measurement that helps a prediction most for what it costs. */
struct lcm_fit_next {
  const char *wanted; /* the point that is predicted, as it was asked for */
  /* the quantity that is the least certain there, and half its interval */
  const char *fragment;
  const char *category;
  double half;
  /* where to measure, nothing where no run that is thought of helps, and how
   * long a run takes there */
  const lcm_binding *at;
  size_t n;
  double cost;
};

/* The time of the whole run: the sum of its categories over p (Crovella 1994,
 * 5.2). */
struct lcm_fit_sum {
  const char *missing; /* a category without a model, so that there is none */
  const char *formula;
  /* of each category, but those that are 0: what it adds */
  const struct lcm_fit_share {
    const char *category;
    const char *formula;
    const lcm_expr *expr;
    double value; /* at "at" */
  } * terms;
  size_t n_terms;
  /* how far it is from the times that were measured, in per cent, and how many
   * these were */
  double smape;
  size_t points;
  /* the run that took most, and the sum there */
  const lcm_binding *at;
  size_t n;
  double time;
};

/* The result of fitting (lcm-fit/1): models by fragment, category, and rank. */
typedef struct lcm_fit {
  const lcm_fit_model *models;
  size_t n_models;
  const struct lcm_fit_fragment *fragments;
  size_t n_fragments;
  /* by which share of their time runs are off from what the models add up to,
   * whatever the fragment: half of the 90 % interval, 0 unknown */
  double common;
  const struct lcm_fit_next *next; /* NULL: nobody asked */
  const struct lcm_fit_sum *sum;   /* NULL: no whole run was measured */
  const char *source;              /* the file of the measurements */
  /* machine, affinity, date: where and when these were made, NULL unknown */
  const char *machine;
  const char *affinity;
  const char *date;
} lcm_fit;

/* What was seen of a fragment besides its categories. */
struct lcm_fit_fragment {
  const char *fragment;
  const char *place;
  const char *label;
  double visits; /* executions in a run: the same in all runs, else NAN */
  /* of its loop in one execution: the same in all, else NAN */
  double iterations;
  /* the model of iterations over the variables where they differ, or NULL (a
   * lcm_fit_model of category "iterations") */
  const lcm_fit_model *trips;
  const lcm_fit_model *calls; /* likewise of visits */
  size_t points;              /* runs with different variables */
};

/* Return "fit" as JSON (lcm-fit/1). */
LCM_GIVE char *lcm_fit_to_json(lcm_ctx *ctx, const lcm_fit *fit);
