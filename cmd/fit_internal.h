/* What the files cmd_fit*.c say to each other. */
#pragma once

#include "cmd/command.h"
#include "fit/experiment/experiment.h"
#include "render/text/fit.h"

/* A run of lcm fit.
 * classic   a category is named, as lca has it: every form tried, one a line
 * measured  what was read
 * plan      what to fit and how
 * series    the "n" quantities
 * fit       their models
 * totals, widths   of each model (render/text/fit.h) */
struct fitting {
  struct command *command;
  bool classic;
  lcm_measurements measured;
  struct lcm_experiment_plan plan;
  const struct lcm_experiment_series *series;
  size_t n;
  const lcm_fit *fit;
  double *totals;
  double *widths;
};

typedef LCM_LIST(const char *) fit_names;
