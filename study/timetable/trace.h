/* The schedule of a run as a file for other programs. */
#pragma once

#include "model/structure/structure.h"

/* What is run: "program" at the last point of "grid". */
struct lcm_traced {
  const lcm_program *program;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
};

/* Return whether "file" is to have what the ranks of "program" do, which needs
 * no simulation: its name ends in .goal. */
bool lcm_trace_is_of_ranks(const lcm_program *program, const char *file);

/* Write the schedule of "traced" to "file": in GOAL where its name ends in
 * .goal, else as a Chrome trace. */
LCM_NODISCARD lcm_status lcm_trace_write(lcm_ctx *ctx,
                                         const struct lcm_traced *traced,
                                         const char *file);
