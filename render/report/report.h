/* A page for people: everything that is known of a program in one file. */
#pragma once

#include "base/buf.h"
#include "base/diag.h"
#include "model/measurement/measurement.h"
#include "model/results/results.h"

/* The text of a file of the program, "len" bytes; "file" is what places call
 * it. */
struct lcm_report_source {
  const char *file;
  const char *text;
  size_t len;
};

/* Seconds that the line "at" takes of plain code that begins at "whole". */
struct lcm_report_spread {
  lcm_loc whole;
  lcm_loc at;
  double time;
};

/* What a report is of. */
struct lcm_report {
  const lcm_program *program;
  /* with occurrences at its last point; NULL: the structure alone is shown, and
   * "why" says why */
  const lcm_prediction *prediction;
  const char *why;
  /* at more points, the last point being the same, with occurrences at all of
   * them: what the page shows between the others; NULL: there is none */
  const lcm_prediction *dense;
  /* of its last point, with what sets the time of each loop; NULL: not known */
  const lcm_prediction *parts;
  const struct lcm_report_spread *spread; /* "n_spread" lines in fragments */
  size_t n_spread;
  const lcm_timetable *timetable; /* of that point; NULL: there is none */
  /* what the actors of a measured run did, and the file that said it; NULL:
   * there is none */
  const lcm_timetable *run;
  const char *run_file;
  size_t run_steps; /* timesteps of it that are shown; 0: ten */
  /* of the program with others; NULL: there is none */
  const lcm_comparison *comparison;
  const lcm_advice *advice; /* on it; NULL: there is none */
  /* "n_problems" diagnostics: what was not read, or has no prediction */
  const struct lcm_diag *problems;
  size_t n_problems;
  /* runs of it; NULL: there are none */
  const lcm_measurements *measured;
  const struct lcm_report_source *sources; /* "n_sources" of its files */
  size_t n_sources;
  /* "n_unfold" places whose parts are shown, as in lcm_picture */
  const char *const *unfold;
  size_t n_unfold;
  const char *title; /* NULL: the name of the first file */
};

/* Append "report" as a page of HTML that needs nothing else. */
void lcm_put_report(lcm_buf *buf, lcm_ctx *ctx,
                    const struct lcm_report *report);
