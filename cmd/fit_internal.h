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

/* ---- cmd_fit_read.c ------------------------------------------------------ */

/* Read the measurements of "command" into "*out"; where some could not be read
 * the others are there. */
lcm_status fit_read(lcm_measurements *out, struct command *command);

/* Put the format that "name" is into "*out"; false, and a message, where there
 * is none. */
bool fit_format(lcm_measurement_format *out, const char *name);

/* ---- cmd_fit_plan.c ------------------------------------------------------ */

/* Fill in the plan of "f" from the command line; LCM_EUSAGE, and a message,
 * where that makes no sense. */
lcm_status fit_plan(struct fitting *f);

/* Return the different words of "text", separated by blanks or commas. */
fit_names fit_words(lcm_ctx *ctx, const char *text);

/* ---- cmd_fit_text.c ------------------------------------------------------ */

/* Return the models of "f" as text, CSV or TSV, as the command line says. */
LCM_GIVE char *fit_text(struct fitting *f);

/* Say which points were used and which forms tried, on standard error. */
void fit_debug(const struct fitting *f);

/* Return the models of "f" as comments in "style"; NULL, and a message, where
 * there is no such style. */
LCM_GIVE char *fit_comments(const struct fitting *f, const char *style);

/* ---- cmd_fit_plot.c ------------------------------------------------------ */

/* Write the picture, or the files for gnuplot, that the command line asks for.
 */
lcm_status fit_plots(struct fitting *f);

/* Write the points to NAME.data and what draws them and the models to NAME.gp
 * (cmd_fit_gnuplot.c); LCM_EUSAGE, and a message, where "f" has not one
 * quantity. */
lcm_status fit_gnuplot(struct fitting *f, const char *name);

/* Return the quantity that "model" is a model of. */
const struct lcm_experiment_series *fit_series_of(const struct fitting *f,
                                                  const lcm_fit_model *model);
