/* Fitted models for people: tables, lines as lca's, charts. */
#pragma once

#include "model/measurement/measurement.h"
#include "render/table/table.h"

/* A fit with what was measured.
 * at       where the measurements are from */
struct lcm_fit_view {
  const lcm_fit *fit;
  const double *totals; /* sum of the measured values of each model */
  /* half-width of the interval in which one more measurement is, at the largest
   * values of the variables, over the value there; NAN unknown */
  const double *widths;
  const char *from;
  double level; /* of the intervals */
};

/* Return "view" in "format" (text, CSV, TSV): a table a fragment of what models
 * its categories have, how good they are, and what to measure next. */
LCM_GIVE char *lcm_render_fit(lcm_ctx *ctx, const struct lcm_fit_view *view,
                              lcm_format format, const struct lcm_style *style);
