/* Runs that were measured, as text. */
#pragma once

#include "model/measurement/measurement.h"
#include "render/table/table.h"

/* A point of a sweep. */
struct lcm_swept {
  const lcm_measurement *whole; /* the record of one run of it */
  /* of its categories in the total, over all runs */
  const double *shares;
  /* elapsed, half: the middle of the runs, and the half-width of its
   * interval */
  double elapsed;
  double half;
  size_t runs;       /* how many there are */
  const char *flags; /* of all of them */
};

/* Return the run "profile" as tables for people: its categories, fragments,
 * slices of time where it has some, and "threads". */
LCM_GIVE char *lcm_render_profile(lcm_ctx *ctx, const lcm_profile *profile,
                                  bool threads, const struct lcm_style *style);

/* Return the "n" points at "points" as a table for people. */
LCM_GIVE char *lcm_render_sweep(lcm_ctx *ctx, const struct lcm_swept *points,
                                size_t n, const struct lcm_style *style);

/* Return "all" as a table in CSV or TSV, one row a record. */
LCM_GIVE char *lcm_render_records(lcm_ctx *ctx, const lcm_measurements *all,
                                  lcm_format format);

/* Return the run "whole" in the layout of Crovella 1994, figure 4.3. */
LCM_GIVE char *lcm_render_pp(const lcm_measurement *whole);
