/* Charts: curves, points and stacks over an axis, as SVG and for gnuplot. */
#pragma once

#include "model/measurement/measurement.h"
#include "model/results/results.h"

/* A curve of a chart with the points it is to describe. */
struct lcm_curve {
  const char *name; /* NULL: none */
  const double *px; /* px, py: n_points points */
  const double *py;
  size_t n_points;
  /* x, y: n points of the curve; low, high: its interval, NULL: none */
  const double *x;
  const double *y;
  const double *low;
  const double *high;
  size_t n;
  const char *colour; /* "#rrggbb"; NULL: one is chosen */
  bool bound;         /* it is no more than a limit: drawn thin */
};

/* A chart. */
struct lcm_chart {
  const char *title; /* title, subtitle: subtitle may be NULL */
  const char *subtitle;
  const char *about; /* what it shows, for who cannot see it; may be NULL */
  /* x_name, y_name: names of the axes; "[s]" in that of the ordinate:
   * seconds */
  const char *x_name;
  const char *y_name;
  bool x_log;    /* values of the abscissa double from one to the next */
  bool y_double; /* so do those of the ordinate */
  /* the curves, all over the same abscissae, are bars on top of each other */
  bool stacked;
  const struct lcm_curve *curves;
  size_t n_curves;
};

/* Charts side by side as one picture; "id" begins the ids in it. */
struct lcm_charts {
  const struct lcm_chart *at;
  size_t n;
  const char *id;
  bool small; /* one that is shown in a third of a page */
};

/* What is charted of a prediction. */
struct lcm_charted {
  const lcm_prediction *prediction;
  const lcm_measurements *measured; /* runs of the same program, or NULL */
  /* where one curve alone is drawn, it is that through this point */
  size_t at;
};
