/* Measuring programs and machines, and fitting what was measured. */
#include <stdlib.h>
#include <string.h>

#include "api/request.h"
#include "fit/fit.h"
#include "measure/measure.h"

/* How often a point is run, and how narrow the interval of its time is to be,
 * where nothing is said; the level of intervals of fits. */
enum { LEAST_RUNS = 3, MOST_RUNS = 10 };
static const double PRECISION = 0.02;
static const double LEVEL = 0.9;

/* ---- programs ------------------------------------------------------------ */

/* A program being measured. */
struct api_profile {
  const struct liblcm_profile_options *options;
  char *text;
};

/* Measure what "user" says. */
static lcm_status profile(lcm_ctx *ctx, void *user) {
  struct api_profile *p = user;
  const struct liblcm_profile_options *o = p->options;
  struct lcm_profiled profiled = {0};
  struct lcm_profile_options options = {
      .words = o->words,
      .n_words = o->n_words,
      .least = o->runs ? o->runs : LEAST_RUNS,
      .most = o->runs ? o->runs : MOST_RUNS,
      .precision = o->runs ? 0 : PRECISION,
      .seconds = o->seconds,
      .sampling = o->sampling != 0,
      .force = o->force != 0,
      .reference = true,
      .output = o->output,
      .quiet = true,
      .sources = {.inputs = o->sources, .n_inputs = o->n_sources},
      .view = {.layout = LCM_PROFILE_JSON, .format = LCM_FORMAT_JSON}};
  lcm_status status = lcm_grid_parse(&options.grid, ctx, o->grid, o->n_grid);
  status = status ? status : lcm_profile_program(&profiled, ctx, &options);
  p->text = profiled.text;
  return status;
}

liblcm_code liblcm_profile(char **out,
                           const struct liblcm_profile_options *options,
                           liblcm_log *log) {
  struct api_profile p = {.options = options};
  const struct lcm_api_request request = {
      .body = profile, .user = &p, .log = log};
  if (!out || !options || !options->n_words ||
      !lcm_api_check_texts(options->words, options->n_words) ||
      !lcm_api_check_texts(options->grid, options->n_grid) ||
      !lcm_api_check_texts(options->sources, options->n_sources) ||
      (options->output && !strcmp(options->output, "-")))
    return LIBLCM_ERROR_USAGE;
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (code)
    free(p.text);
  else
    *out = p.text;
  return code;
}

/* ---- fits ---------------------------------------------------------------- */

/* Measurements being fitted. */
struct api_fit {
  const struct liblcm_fit_options *options;
  char *text;
};

/* Fit what "user" says. */
static lcm_status fit(lcm_ctx *ctx, void *user) {
  struct api_fit *f = user;
  const struct liblcm_fit_options *o = f->options;
  struct lcm_fit_session session;
  const struct lcm_fit_request request = {.files = o->files,
                                          .n_files = o->n_files,
                                          .categories = o->categories,
                                          .variables = o->variables,
                                          .fragment = o->fragment,
                                          .where = o->where,
                                          .level =
                                              o->level > 0 ? o->level : LEVEL,
                                          .jobs = o->jobs,
                                          .relative = -1,
                                          .search = true,
                                          .robust = true};
  const lcm_status status = lcm_fit_session(&session, ctx, &request);
  if (status)
    return status;
  if (!session.fit) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0}, "there is nothing to fit");
    return LCM_EUSAGE;
  }
  f->text = lcm_fit_to_json(ctx, session.fit);
  return f->text ? LCM_OK : LCM_ENOMEM;
}

liblcm_code liblcm_fit(char **out, const struct liblcm_fit_options *options,
                       liblcm_log *log) {
  struct api_fit f = {.options = options};
  const struct lcm_api_request request = {.body = fit, .user = &f, .log = log};
  if (!out || !options || !options->n_files || !(options->level >= 0) ||
      options->level >= 1 ||
      !lcm_api_check_texts(options->files, options->n_files))
    return LIBLCM_ERROR_USAGE;
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (!code)
    *out = f.text;
  return code;
}

/* ---- machines ------------------------------------------------------------ */

/* A machine being measured. */
struct api_calibration {
  const struct liblcm_calibrate_options *options;
  char *text;
};

/* Measure what "user" says. */
static lcm_status calibrate(lcm_ctx *ctx, void *user) {
  static const struct liblcm_calibrate_options DEFAULTS = {0};
  struct api_calibration *c = user;
  const struct liblcm_calibrate_options *o =
      c->options ? c->options : &DEFAULTS;
  struct lcm_calibrate_options options = {.programs = o->programs,
                                          .runtime = o->runtime,
                                          .mpi = o->mpi,
                                          .mpicc = o->mpicc,
                                          .quick = o->quick != 0};
  lcm_calibration *calibration = lcm_calibration_new(ctx);
  lcm_status status = lcm_grid_parse(&options.grid, ctx, o->grid, o->n_grid);
  status = status ? status : lcm_calibrate_machine(calibration, ctx, &options);
  if (status)
    return status;
  const lcm_calibrated_machine *machine = lcm_calibration_solve(calibration);
  lcm_calibrate_doubt(ctx, machine);
  c->text = lcm_calibration_to_json(calibration, machine);
  return c->text ? LCM_OK : LCM_ENOMEM;
}

liblcm_code liblcm_calibrate(liblcm_machine **out,
                             const struct liblcm_calibrate_options *options,
                             liblcm_log *log) {
  struct api_calibration c = {.options = options};
  const struct lcm_api_request request = {
      .body = calibrate, .user = &c, .log = log};
  if (!out || (options && !lcm_api_check_texts(options->grid, options->n_grid)))
    return LIBLCM_ERROR_USAGE;
  liblcm_code code = lcm_api_run(NULL, &request);
  if (!code)
    code = liblcm_machine_parse(out, "machine", c.text, strlen(c.text), log);
  free(c.text);
  return code;
}
