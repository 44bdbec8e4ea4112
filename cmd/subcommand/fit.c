/* lcm fit: its options, and what it prints. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/fit_source.h"
#include "cmd/options.h"
#include "cmd/subcommand/fit.h"
#include "study/fitting/fitting.h"

/* Level of intervals where none is said. */
static const double LEVEL = 0.9;

/* Quantities that take long enough for progress to be shown. */
enum { MANY = 200 };

/* ---- options --------------------------------------------------------------
 */

/* Take the level of the intervals; false, and a message, where it is none. */
static bool take_level(struct lcm_fit_request *request,
                       const struct command *command) {
  const char *text = command->values[OPT_INTERVAL];
  const char *end = NULL;
  request->level = text ? lcm_strtod(text, &end) : LEVEL;
  if (!text ||
      (!*end && end > text && request->level > 0 && request->level < 1))
    return true;
  command_complain("--level is a share between 0 and 1 such as 0.95, not '%s'",
                   text);
  return false;
}

/* Take whether the noise grows with the value; false, and a message, where
 * --noise makes no sense. */
static bool take_noise(struct lcm_fit_request *request,
                       const struct command *command) {
  static const char *const KINDS[] = {"auto", "absolute", "relative"};
  const char *text = command->values[OPT_NOISE];
  for (int i = 0; i < 3; i++)
    if (!text || !strcmp(text, KINDS[i])) {
      request->relative = i - 1;
      return true;
    }
  command_complain("--noise is auto, absolute or relative, not '%s'", text);
  return false;
}

/* Say on the terminal how far fitting is; "user" is what was shown last. */
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

/* Let the C files among the inputs of "command", if there are sources, be
 * sources instead of what "request" is about. */
static void take_sources(struct lcm_fit_request *request,
                         struct command *command) {
  const char **files = LCM_NEW_ARRAY(lcm_ctx_arena(command->ctx), const char *,
                                     request->n_files + 1);
  size_t n = 0;
  for (size_t i = 0; i < request->n_files; i++)
    if (command->sources.n && command_ends_in(request->files[i], ".c"))
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->sources,
                   request->files[i]);
    else
      files[n++] = request->files[i];
  request->files = files;
  request->n_files = n;
}

/* Fill in "request"; LCM_EUSAGE, and a message, where the options make no
 * sense. */
static lcm_status take_request(struct lcm_fit_request *request,
                               struct command *command) {
  const bool named = command->given[OPT_FILE];
  const bool watched = isatty(STDERR_FILENO) && !command->given[OPT_QUIET];
  *request = (struct lcm_fit_request){
      .files = named ? &command->values[OPT_FILE] : command->inputs.at,
      .n_files = named ? 1 : command->inputs.n,
      .categories = command->values[OPT_CATEGORY],
      .variables = command->values[OPT_VARIABLE],
      .fragment = command->values[OPT_FRAGMENT],
      .where = command->values[OPT_EXTRACT],
      .forms = command->values[OPT_FORMS],
      .formulae = command->inputs.at,
      .n_formulae = named ? command->inputs.n : 0,
      .classic = command->given[OPT_CATEGORY],
      .keep_terms = command->given[OPT_KEEP_TERMS],
      .search = !command->given[OPT_TYPICAL],
      .robust = !command->given[OPT_NO_ROBUST],
      .all = command->given[OPT_ALL_FORMS],
      .progress = watched ? show : NULL,
      .user = LCM_NEW(lcm_ctx_arena(command->ctx), size_t),
      .many = MANY,
      .consult = command->sources.n ? fit_consult : NULL,
      .source = command};
  take_sources(request, command);
  if (!take_level(request, command) || !take_noise(request, command) ||
      !command_number(&request->jobs, command, OPT_FIT_JOBS,
                      "--jobs is a number of threads", 4096))
    return LCM_EUSAGE;
  return command_measured_as(&request->as, command);
}

/* ---- output ---------------------------------------------------------------
 */

/* Say which points of "series" are used. */
static void debug_points(const struct lcm_experiment_series *series) {
  const struct lcm_fit_data *d = &series->data;
  for (size_t i = 0; i < d->n_points; i++) {
    const lcm_measurement *one = series->records[i];
    command_say("lcm: point %s:%u:", one->file, one->line);
    for (size_t k = 0; k < d->n_names; k++)
      command_say(" %s=%.6g", d->names[k], d->x[i * d->n_names + k]);
    command_say(" %s=%.6g%s%s\n", series->base.category, d->y[i],
                one->flags ? " " : "", one->flags ? one->flags : "");
  }
}

/* Say which points were used and which forms tried, on standard error. */
static void say_debug(const struct lcm_fit_session *f) {
  const struct lcm_experiment_series *last = NULL;
  for (size_t i = 0; i < f->fit->n_models; i++) {
    const lcm_fit_model *model = &f->fit->models[i];
    const struct lcm_experiment_series *series = lcm_fit_series_of(f, model);
    if (series != last) {
      command_say("lcm: %s%s%s: %zu points\n", series->base.fragment,
                  *series->base.fragment ? ", " : "", series->base.category,
                  series->data.n_points);
      debug_points(series);
    }
    last = series;
    if (model->expr)
      command_say(
          "lcm: form %s: R2 %.6f, error %.3g %%, cross-validated %.3g %%, "
          "deviation %.4g%s\n",
          model->form, model->quality.r2, model->quality.smape,
          model->quality.cv_smape, model->quality.deviation,
          model->selected ? ", selected" : "");
    else
      command_say("lcm: no model: %s\n",
                  model->no_model ? model->no_model : "");
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
static lcm_status write_models(struct command *command,
                               const struct lcm_fit_session *f) {
  const struct lcm_style style = command_style(command);
  const char *comment = command->values[OPT_COMMENT];
  const bool json = command->format == LCM_FORMAT_JSON;
  if (comment) {
    char *comments = lcm_fit_comments(f, comment);
    return comments ? command_write(command, comments) : LCM_EUSAGE;
  }
  if (!json && !is_json_file(command))
    return command_write(command, lcm_fit_text(f, command->format, &style));
  const lcm_status status =
      command_write(command, lcm_fit_to_json(command->ctx, f->fit));
  char *text = status || json ? NULL : lcm_fit_text(f, command->format, &style);
  if (text)
    fputs(text, stdout);
  free(text);
  return status;
}

/* Write all that "command" asks for of "f". */
static lcm_status write_all(struct command *command,
                            const struct lcm_fit_session *f) {
  const char *picture = command->values[OPT_PLOT];
  const char *gnuplot = command->values[OPT_GNUPLOT];
  if (command->given[OPT_DEBUG])
    say_debug(f);
  lcm_status status = picture ? lcm_fit_write_chart(f, picture) : LCM_OK;
  if (!status && gnuplot)
    status = lcm_fit_write_gnuplot(f, gnuplot);
  return status ? status : write_models(command, f);
}

/* Write the measurements of "request" in the language that --to names. */
static lcm_status convert(struct command *command,
                          const struct lcm_fit_request *request) {
  lcm_measurements all;
  lcm_measurement_format format = LCM_MEASURED_ANY;
  lcm_status status = lcm_measured_format(&format, command->ctx,
                                          command->values[OPT_WRITE_AS], true);
  if (!status)
    status = lcm_fit_read(&all, command->ctx, request->files, request->n_files,
                          &request->as);
  return status ? status
                : command_write(command, lcm_measurements_print(command->ctx,
                                                                &all, format));
}

int run_fit(struct command *command) {
  struct lcm_fit_request request;
  struct lcm_fit_session session;
  if (!command->inputs.n && !command->given[OPT_FILE]) {
    command_complain("fit needs measurements; see 'lcm fit --help'");
    return EXIT_USAGE;
  }
  lcm_status status = take_request(&request, command);
  if (!status && command->given[OPT_WRITE_AS])
    return command_finish(command, convert(command, &request));
  if (!status)
    status = lcm_fit_session(&session, command->ctx, &request);
  if (!status && session.fit && command->given[OPT_FIT_FOR])
    status = lcm_fit_next(&session, command->values[OPT_FIT_FOR]);
  if (!status && session.fit)
    status = write_all(command, &session);
  return command_finish(command, status);
}
