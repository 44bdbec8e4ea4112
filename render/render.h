/* Results for people: tables, charts of text, pictures. */
#pragma once

#include "model/machine/calibration.h"
#include "model/measurement/profile.h"
#include "model/measurement/validation.h"
#include "model/results/advice.h"
#include "model/results/costs.h"
#include "model/results/prediction.h"
#include "model/results/scalability.h"
#include "model/structure/construct.h"
#include "model/structure/structure.h"

typedef enum lcm_format {
  LCM_FORMAT_TEXT,
  LCM_FORMAT_JSON,
  LCM_FORMAT_CSV,
  LCM_FORMAT_TSV
} lcm_format;

/* How text looks.
 * colour  use terminal colours
 * width   of the terminal in columns; 0: 80 */
struct lcm_style {
  bool colour;
  unsigned width;
};

/* Return the prediction as a table in "format" (text, CSV or TSV): one row a
 * point with p, time, speedup, efficiency, each category, interval. */
LCM_GIVE char *lcm_render_prediction(lcm_ctx *ctx,
                                     const lcm_prediction *prediction,
                                     lcm_format format,
                                     const struct lcm_style *style);

/* Return the nodes of point "i" as an indented text tree with cost, share and
 * source line of each. */
LCM_GIVE char *lcm_render_nodes(lcm_ctx *ctx, const lcm_prediction *prediction,
                                size_t i, const struct lcm_style *style);

/* Return the recursive functions as recurrences with their closed forms. */
LCM_GIVE char *lcm_render_recurrences(lcm_ctx *ctx,
                                      const lcm_prediction *prediction);

/* Return the comparison as a table: times, winner, crossovers. */
LCM_GIVE char *lcm_render_comparison(lcm_ctx *ctx,
                                     const lcm_comparison *comparison,
                                     lcm_format format,
                                     const struct lcm_style *style);

/* Return how something scales as text for people (what it comes to, the points,
 * where the time goes, efficiencies, growth, answers), or, in CSV and TSV, one
 * row a point. */
LCM_GIVE char *lcm_render_scalability(lcm_ctx *ctx,
                                      const lcm_scalability *scalability,
                                      lcm_format format,
                                      const struct lcm_style *style);

/* Return "advice" for people, or its findings as a table in "format". */
LCM_GIVE char *lcm_render_advice(lcm_ctx *ctx, const lcm_advice *advice,
                                 lcm_format format,
                                 const struct lcm_style *style);

/* Return the findings of "advice" in SARIF 2.1.0, as of lcm "version". */
LCM_GIVE char *lcm_render_advice_sarif(const lcm_advice *advice,
                                       const char *version);

/* Return the movements as a table. */
LCM_GIVE char *lcm_render_data(lcm_ctx *ctx, const lcm_data *data,
                               lcm_format format,
                               const struct lcm_style *style);

/* Return "costs" as tables, one a function, with values at the first point of
 * "grid" (may be NULL) where all names have one there, else formulas. */
LCM_GIVE char *lcm_render_costs(lcm_ctx *ctx, const lcm_costs *costs,
                                const lcm_grid *grid, lcm_format format,
                                const struct lcm_style *style);

/* Return the structure as an indented text tree for people. */
LCM_GIVE char *lcm_render_structure(lcm_ctx *ctx, const lcm_program *program,
                                    const struct lcm_style *style);

/* Return the "n" patterns of messages at "patterns", one a line under a
 * heading; empty where there are none. */
LCM_GIVE char *lcm_render_patterns(const struct lcm_pattern *patterns,
                                   size_t n);

/* Return how many of the parallel regions of "program" are modelled in full,
 * and a table of what is in the way of the others; empty where it has none. */
LCM_GIVE char *lcm_render_coverage(lcm_ctx *ctx, const lcm_program *program,
                                   const struct lcm_style *style);

/* Return a table of why parts of "program" are not modelled; empty where all
 * are. */
LCM_GIVE char *lcm_render_gaps(lcm_ctx *ctx, const lcm_program *program,
                               const struct lcm_style *style);

/* Return "validation" as text (what it comes to, a row a point, a row a
 * fragment and category) or, in CSV and TSV, the rows of the fragments. */
LCM_GIVE char *lcm_render_validation(lcm_ctx *ctx,
                                     const lcm_validation *validation,
                                     lcm_format format,
                                     const struct lcm_style *style);

/* Return the run "profile" as tables for people: its categories, fragments,
 * slices of time where it has some, and "threads". */
LCM_GIVE char *lcm_render_profile(lcm_ctx *ctx, const lcm_profile *profile,
                                  bool threads, const struct lcm_style *style);

/* A point of a sweep.
 * whole   the record of one run of it
 * shares  of its categories in the total, over all runs
 * elapsed, half   the middle of the runs, and the half-width of its interval
 * runs    how many there are
 * flags   of all of them */
struct lcm_swept {
  const lcm_measurement *whole;
  const double *shares;
  double elapsed;
  double half;
  size_t runs;
  const char *flags;
};

/* Return the "n" points at "points" as a table for people. */
LCM_GIVE char *lcm_render_sweep(lcm_ctx *ctx, const struct lcm_swept *points,
                                size_t n, const struct lcm_style *style);

/* Return "all" as a table in CSV or TSV, one row a record. */
LCM_GIVE char *lcm_render_records(lcm_ctx *ctx, const lcm_measurements *all,
                                  lcm_format format);

/* Return the run "whole" in the layout of Crovella 1994, figure 4.3. */
LCM_GIVE char *lcm_render_pp(const lcm_measurement *whole);

/* What a picture shows.
 * prediction   one with occurrences; NULL draws the bare structure
 * point        which point of it
 * fold         fold subtrees below this share of the time; 0: none
 * most         show at most so many shapes: what is on the critical path and
 *              what takes most of the time first; 0: any number
 * depth        fold what is nested deeper than so many levels; 0: nothing
 * unfold       "n_unfold" places, whose parts are shown in any case:
 *              "file.c:42", or the name of a function or fragment
 * links        prefix of source links ("file://...", "" for relative); NULL:
 *              none
 * title        or NULL */
struct lcm_picture {
  const lcm_program *program;
  const lcm_prediction *prediction;
  size_t point;
  double fold;
  size_t most;
  unsigned depth;
  const char *const *unfold;
  size_t n_unfold;
  const char *links;
  const char *title;
};

/* Return the picture as DOT, with positions already fixed where the graph is
 * large. */
LCM_GIVE char *lcm_render_dot(lcm_ctx *ctx, const struct lcm_picture *picture);

/* Return "machine", made of "calibration", as tables of its costs and of its
 * memory, with their errors ("~": of what is noisy), and what is missing. */
LCM_GIVE char *lcm_render_calibration(lcm_ctx *ctx,
                                      const lcm_calibration *calibration,
                                      const lcm_calibrated_machine *machine,
                                      const struct lcm_style *style);
