/* A report: everything that is known of a program, put together. */
#pragma once

#include "analyzer/load/load.h"
#include "render/report/report.h"
#include "study/timetable/timetable.h"
#include "study/variants/variants.h"

/* What to report on, and how.
 * sources   the program, or with "compares" what is compared
 * edits     what is compared with, too
 * defines   texts NAME=VALUES of the grid
 * predict   how to predict; its "nodes" and "formula" do not matter
 * rules     names of states in the timeline
 * machine_file  that the machine was read from, or NULL
 * measured  a file of measurements, or NULL
 * unfold, title   as in lcm_report
 * advises   advice is looked for */
struct lcm_report_options {
  struct lcm_load_options sources;
  struct lcm_edits edits;
  bool compares;
  const char *const *defines;
  size_t n_defines;
  struct lcm_predict_options predict;
  const lcm_state_rules *rules;
  const char *machine_file;
  const char *measured;
  const char *const *unfold;
  size_t n_unfold;
  const char *title;
  bool advises;
};

/* Put all there is for the report of "options" into "*out" (memory of "ctx"):
 * what cannot be read or predicted is left out and named in it. */
LCM_NODISCARD lcm_status
lcm_report_make(struct lcm_report *out, lcm_ctx *ctx,
                const struct lcm_report_options *options);
