#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ctx.h"
#include "base/fs.h"
#include "cmd/cmd_fit.h"
#include "cmd/cmd_fit_internal.h"
#include "cmd/cmd_fit_plan.h"
#include "cmd/cmd_fit_plot.h"
#include "cmd/cmd_fit_read.h"
#include "cmd/cmd_fit_text.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "fit/experiment/fit.h"
#include "fit/predict.h"
#include "model/measurement/print.h"
#include "model/measurement/read.h"

/* Write the measurements in the language that --to names. */
static lcm_status convert(struct command *command) {
  lcm_measurements all;
  lcm_measurement_format format = LCM_MEASURED_ANY;
  if (!fit_format(&format, command->values[OPT_WRITE_AS]))
    return LCM_EUSAGE;
  const lcm_status status = fit_read(&all, command);
  return status ? status
                : command_write(command, lcm_measurements_print(command->ctx,
                                                                &all, format));
}

/* Say on the terminal how far fitting is. */
static void show(size_t done, size_t all, void *user) {
  size_t *shown = user;
  if (done < all && done < *shown + all / 100 + 1)
    return;
  *shown = done;
  if (done < all)
    fprintf(stderr, "\r\033[K[%zu/%zu] fitting", done, all);
  else
    fputs("\r\033[K", stderr);
  fflush(stderr);
}

/* Let the plan of "f" say how far it is, where somebody reads that and it takes
 * long enough. */
static void watch(struct fitting *f) {
  enum { MANY = 200 };
  struct command *command = f->command;
  if (f->n < MANY || !isatty(STDERR_FILENO) || command->given[OPT_QUIET])
    return;
  f->plan.progress = show;
  f->plan.user = LCM_NEW(lcm_ctx_arena(command->ctx), size_t);
}

/* Warn that "n" measurements of a fragment, at most, are "what"; nothing for
 * none. */
static void warn_of(const struct fitting *f, size_t n, const char *what) {
  const lcm_loc at = {f->measured.at[0].file, 0, 0, 0, 0};
  if (n)
    lcm_report(f->command->ctx, LCM_DIAG_UNFIT, at,
               "%zu measurement%s of a fragment %s %s", n, n == 1 ? "" : "s",
               n == 1 ? "is" : "are", what);
}

/* Note how many measurements are left out because the source ignores what was
 * measured. */
static void note_ignored(const struct fitting *f) {
  const size_t n = lcm_experiment_ignored(&f->measured, &f->plan);
  if (n)
    lcm_report(f->command->ctx, LCM_DIAG_IGNORED,
               (lcm_loc){f->measured.at[0].file, 0, 0, 0, 0},
               "%zu measurement%s left out: the source ignores what %s "
               "measured",
               n, n == 1 ? " is" : "s are", n == 1 ? "it" : "they");
}

/* Warn that the "n" variables of a quantity are more than the search takes. */
static void warn_of_variables(const struct fitting *f, size_t n) {
  const struct lcm_fit_options *options = &f->plan.options;
  if (n > LCM_FIT_MOST_VARIABLES && options->search && !options->n_forms)
    lcm_report(f->command->ctx, LCM_DIAG_VARIABLES,
               (lcm_loc){f->measured.at[0].file, 0, 0, 0, 0},
               "%zu variables vary, and models are searched over %d at most: "
               "name them by -v, or keep the others fixed by -x",
               n, LCM_FIT_MOST_VARIABLES);
}

/* Warn about what the quantities of "f" leave out or have in doubt. */
static void warn(const struct fitting *f) {
  size_t skipped = 0;
  size_t doubtful = 0;
  size_t cut = 0;
  size_t variables = 0;
  const char *const *confounded = NULL;
  for (size_t i = 0; i < f->n; i++) {
    const struct lcm_experiment_series *s = &f->series[i];
    skipped = s->skipped > skipped ? s->skipped : skipped;
    doubtful = s->doubtful > doubtful ? s->doubtful : doubtful;
    cut = s->cut > cut ? s->cut : cut;
    variables = s->data.n_names > variables ? s->data.n_names : variables;
    if (s->confounded[0] && !confounded)
      confounded = s->confounded;
  }
  warn_of(f, skipped, "left out: there is no value of a variable");
  warn_of(f, cut, "left out: the run was cut short");
  warn_of(f, doubtful, "doubtful: see the flags");
  warn_of_variables(f, variables);
  if (confounded)
    lcm_report(f->command->ctx, LCM_DIAG_CONFOUNDED,
               (lcm_loc){f->measured.at[0].file, 0, 0, 0, 0},
               "%s and %s always change together: which of them matters cannot "
               "be told",
               confounded[0], confounded[1]);
}

const struct lcm_experiment_series *fit_series_of(const struct fitting *f,
                                                  const lcm_fit_model *model) {
  for (size_t i = 0; i < f->n; i++)
    if (f->series[i].base.fragment == model->fragment &&
        f->series[i].base.category == model->category)
      return &f->series[i];
  return &f->series[0];
}

/* Return the half-width of the interval of "model" at the largest values of its
 * variables, over the value there. */
static double width_of(const struct fitting *f, const lcm_fit_model *model) {
  lcm_ctx *ctx = f->command->ctx;
  lcm_binding *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, model->n_variables + 1);
  double value = NAN;
  double low = NAN;
  double high = NAN;
  for (size_t i = 0; i < model->n_variables; i++)
    at[i] = (lcm_binding){model->variables[i].name, model->variables[i].high};
  if (!model->expr || !model->n_coefficients ||
      lcm_fit_predict(&value, &low, &high, ctx, model, at, model->n_variables,
                      f->plan.options.level) ||
      !(fabs(value) > 0))
    return NAN;
  return (high - low) / 2 / fabs(value);
}

/* Put the totals and widths of the models of "f" where they belong. */
static void measure(struct fitting *f) {
  lcm_arena *arena = lcm_ctx_arena(f->command->ctx);
  const size_t n = f->fit->n_models;
  size_t s = 0;
  f->totals = LCM_NEW_ARRAY(arena, double, n + 1);
  f->widths = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_fit_model *model = &f->fit->models[i];
    while (s < f->n && (f->series[s].base.fragment != model->fragment ||
                        f->series[s].base.category != model->category))
      s++;
    f->totals[i] = s < f->n ? f->series[s].total : 0;
    f->widths[i] = model->selected ? width_of(f, model) : NAN;
  }
}

/* Return whether the output is a file whose name says that it has JSON. */
static bool is_json_file(const struct command *command) {
  const char *name = command->values[OPT_OUTPUT];
  const size_t n = name ? strlen(name) : 0;
  return n > 5 && !strcmp(name + n - 5, ".json") &&
         !command->values[OPT_FORMAT] && !command->given[OPT_COMMENT];
}

/* Write the models of "f": where the output is a file of JSON, also as text to
 * standard output. */
static lcm_status write_models(struct fitting *f) {
  struct command *command = f->command;
  const char *style = command->values[OPT_COMMENT];
  const bool file = is_json_file(command);
  if (style) {
    char *comments = fit_comments(f, style);
    return comments ? command_write(command, comments) : LCM_EUSAGE;
  }
  if (command->format == LCM_FORMAT_JSON)
    return command_write(command, lcm_fit_to_json(command->ctx, f->fit));
  if (!file)
    return command_write(command, fit_text(f));
  const lcm_status status =
      command_write(command, lcm_fit_to_json(command->ctx, f->fit));
  char *text = status ? NULL : fit_text(f);
  if (text)
    fputs(text, stdout);
  free(text);
  return status;
}

/* Fit what was read. */
static lcm_status fit_measured(struct fitting *f) {
  lcm_ctx *ctx = f->command->ctx;
  lcm_status status = fit_plan(f);
  if (status)
    return status;
  f->n = lcm_experiment_series_of(&f->series, ctx, &f->measured, &f->plan);
  note_ignored(f);
  if (!f->n) {
    command_complain("no measurement is left to fit: -x, --fragment and what "
                     "the source ignores leave all of them out");
    return LCM_EUSAGE;
  }
  warn(f);
  watch(f);
  status =
      lcm_experiment_fit(&f->fit, ctx, &f->measured, f->series, f->n, &f->plan);
  if (status)
    return status;
  measure(f);
  if (f->command->given[OPT_DEBUG])
    fit_debug(f);
  status = fit_plots(f);
  return status ? status : write_models(f);
}

int run_fit(struct command *command) {
  struct fitting f = {.command = command};
  if (!command->inputs.n && !command->given[OPT_FILE]) {
    command_complain("fit needs measurements; see 'lcm fit --help'");
    return EXIT_USAGE;
  }
  if (command->given[OPT_WRITE_AS])
    return command_finish(command, convert(command));
  lcm_status status = fit_read(&f.measured, command);
  if (!status && f.measured.n)
    status = fit_measured(&f);
  return command_finish(command, status);
}
