/* A report: everything that is known of a program, put together. */
#pragma once

#include "render/report/report.h"
#include "study/timetable/timetable.h"
#include "study/variants/variants.h"

/* What to report on, and how. */
struct lcm_report_options {
  /* the program, or with "compares" what is compared */
  struct lcm_load_options sources;
  struct lcm_edits edits; /* what is compared with, too */
  bool compares;
  const char *const *defines; /* texts NAME=VALUES of the grid */
  size_t n_defines;
  /* how to predict; its "nodes" and "formula" do not matter */
  struct lcm_predict_options predict;
  const lcm_state_rules *rules; /* names of states in the timeline */
  const char *machine_file;     /* that the machine was read from, or NULL */
  const char *measured;         /* a file of measurements, or NULL */
  const lcm_timetable *run;     /* run, run_file: as in lcm_report */
  const char *run_file;
  size_t run_steps;
  const char *const *unfold; /* unfold, title: as in lcm_report */
  size_t n_unfold;
  const char *title;
  bool advises; /* advice is looked for */
};

/* Put all there is for the report of "options" into "*out" (memory of "ctx"):
 * what cannot be read or predicted is left out and named in it. */
LCM_NODISCARD lcm_status
lcm_report_make(struct lcm_report *out, lcm_ctx *ctx,
                const struct lcm_report_options *options);
