#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "base/map.h"
#include "cmd/chart.h"
#include "cmd/cmd_report.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/timeline.h"
#include "composer/predict/most.h"
#include "load/forgive.h"
#include "load/load.h"
#include "model/results/schedule.h"
#include "render/report/report.h"
#include "study/advise/advise.h"
#include "study/compare/compare.h"
#include "study/variants/edits.h"
#include "study/variants/variants.h"

/* Processors and nodes beyond which no timeline is made; nodes beyond which
 * there is no advice, and none on fragments; what is tried for that at least
 * and at most, and how many nodes are predicted for that. */
enum {
  MOST_PROCESSORS = 4096,
  MOST_NODES = 20000,
  MOST_ADVISED = 5000,
  MOST_FRAGMENTS = 1000,
  FEW_TRIES = 40,
  MOST_TRIES = 400,
  TRIED_NODES = 200000
};

/* Bytes that a prediction may take. */
static const size_t MOST_MEMORY = (size_t)1200 << 20;

/* Share of the time that advice gains at least. */
static const double THRESHOLD = 0.01;

typedef LCM_LIST(struct lcm_report_source) source_list;

/* Add the text of the file "name" to "sources" where it can be read. */
static void add_source(source_list *sources, struct command *command,
                       const char *name) {
  struct lcm_report_source source = {.file = name};
  char *text = NULL;
  if (!lcm_file_is_readable(name) ||
      lcm_file_read(&text, &source.len, command->ctx, name))
    return;
  source.text = text;
  LCM_LIST_ADD(lcm_ctx_arena(command->ctx), sources, source);
}

/* Files being collected. */
struct collecting {
  struct command *command;
  source_list *sources;
  lcm_map seen;
};

/* Add the text of the file of "node" unless it is there. */
static lcm_status add_file(const lcm_node *node, void *user) {
  struct collecting *c = user;
  const char *file = node->loc.file;
  const char *name = file ? lcm_intern(c->command->ctx, file) : NULL;
  size_t before = 0;
  if (!name || lcm_map_get(&c->seen, name, &before))
    return LCM_OK;
  lcm_map_put(lcm_ctx_arena(c->command->ctx), &c->seen, name, 1);
  add_source(c->sources, c->command, name);
  return LCM_OK;
}

/* Add the texts of all files that nodes of "report" are in to "sources": of
 * those that occur, where there is a prediction. */
static void add_sources(source_list *sources, struct command *command,
                        const struct lcm_report *report) {
  struct collecting c = {.command = command, .sources = sources};
  const lcm_prediction *prediction = report->prediction;
  const lcm_point *point =
      prediction ? &prediction->points[prediction->grid->n_points - 1] : NULL;
  const lcm_program *program = report->program;
  lcm_status status = LCM_OK;
  for (size_t i = 0; point && i < point->n_occurrences && !status; i++)
    status = add_file(point->occurrences[i].node, &c);
  for (size_t i = 0; !point && i < program->n_functions && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, add_file, &c);
}

/* Return whether it can be said what processors do when at "point": they are a
 * few, or it was simulated. */
static bool has_timetable(const lcm_point *point) {
  return point->time > 0 && point->n_occurrences <= MOST_NODES &&
         (isnan(point->p)
              ? point->simulation != NULL
              : point->p <= MOST_PROCESSORS && point->p == floor(point->p));
}

/* Put what processors do when into "report", where that is at hand. */
static lcm_status add_timetable(struct lcm_report *report,
                                struct command *command,
                                const struct lcm_predict_options *options) {
  const lcm_prediction *prediction = report->prediction;
  const struct command_result result = {report->program, prediction, options};
  const lcm_point *point =
      prediction ? &prediction->points[prediction->grid->n_points - 1] : NULL;
  if (!point || !options->nodes || !has_timetable(point))
    return LCM_OK;
  const lcm_status status =
      command_timetable(&report->timetable, command, &result);
  if (!status || status == LCM_EUSAGE || status == LCM_ENOMEM ||
      status == LCM_ECHECK)
    return status;
  report->timetable = NULL;
  (void)lcm_forgive(command->ctx);
  return LCM_OK;
}

/* Load the program of the report again into "*out", every loop being a node. */
static lcm_status load_loops(const lcm_program **out, struct command *command) {
  lcm_variants variants = {0};
  command->keeps_loops = true;
  lcm_status status = command->given[OPT_COMPARE]
                          ? command_load_variants(&variants, command)
                          : command_load(out, command, command->inputs.n);
  if (!status && variants.n)
    *out = variants.at[0].program;
  command->keeps_loops = false;
  return status;
}

/* Put advice on the program of "report" into it, where there is any to be
 * had. */
static void add_advice(struct lcm_report *report, struct command *command,
                       const struct lcm_predict_options *predict) {
  const lcm_prediction *prediction = report->prediction;
  const lcm_program *program = NULL;
  const size_t nodes =
      prediction
          ? prediction->points[prediction->grid->n_points - 1].n_occurrences
          : 0;
  const size_t tries = TRIED_NODES / (nodes + 1);
  const struct lcm_advise_options options = {
      .predict = predict,
      .threshold = THRESHOLD,
      .most = tries < FEW_TRIES    ? FEW_TRIES
              : tries < MOST_TRIES ? tries
                                   : MOST_TRIES,
      .ceilings = nodes <= MOST_FRAGMENTS};
  if (!prediction || !predict->nodes || command->given[OPT_NO_ADVICE] ||
      report->program->is_model || nodes > MOST_ADVISED)
    return;
  const bool muted = lcm_ctx_mute(command->ctx, true);
  if (load_loops(&program, command) ||
      lcm_advise(&report->advice, command->ctx, program, prediction->grid,
                 &options))
    report->advice = NULL;
  (void)lcm_ctx_mute(command->ctx, muted);
}

/* Load what "report" is of, and what that is compared with into "variants";
 * "*why": why there is no prediction. */
static lcm_status load(struct lcm_report *report, lcm_variants *variants,
                       struct command *command) {
  if (command->given[OPT_COMPARE]) {
    const lcm_status status = command_load_variants(variants, command);
    report->program = status ? NULL : variants->at[0].program;
    return status;
  }
  struct lcm_load_options options;
  const struct lcm_edits edits = command_edits(command);
  lcm_status status = command_loading(&options, command);
  status = status ? status
                  : lcm_load_any(&report->program, &report->why, command->ctx,
                                 &options);
  if (status || !command->edits.n || report->why)
    return status;
  const struct lcm_variant own = {
      lcm_variant_name(command->ctx,
                       command->inputs.n ? command->inputs.at[0] : "program"),
      report->program};
  LCM_LIST_ADD(lcm_ctx_arena(command->ctx), variants, own);
  return lcm_edits_add_variants(variants, command->ctx, &edits);
}

/* What is predicted, and how. */
struct predicting {
  struct lcm_report *report;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
};

/* Predict as much as can be of what "user" says. */
static lcm_status predict_most(lcm_ctx *ctx, void *user) {
  struct predicting *p = user;
  return lcm_predict_most(&p->report->prediction, &p->report->program, ctx,
                          p->grid, p->options);
}

/* Predict into "report" what "options" say, as much as can be; where that takes
 * too much memory, without the parts of the run. */
static lcm_status add_prediction(struct lcm_report *report,
                                 struct command *command, const lcm_grid *grid,
                                 struct lcm_predict_options *options) {
  struct predicting p = {report, grid, options};
  const lcm_program *const whole = report->program;
  if (report->why)
    return LCM_OK;
  lcm_status status =
      lcm_ctx_within(command->ctx, MOST_MEMORY, predict_most, &p);
  if (status == LCM_EBUDGET) {
    (void)lcm_ctx_mute(command->ctx, false);
    (void)lcm_forgive(command->ctx);
    lcm_report(command->ctx, LCM_DIAG_NOT_PREDICTED, (lcm_loc){0},
               "the parts of the run are too many to be shown one by one");
    options->nodes = options->formula = false;
    report->program = whole;
    status = lcm_ctx_within(command->ctx, MOST_MEMORY, predict_most, &p);
  }
  if (!status || status == LCM_ENOMEM || status == LCM_ECHECK)
    return status;
  (void)lcm_ctx_mute(command->ctx, false);
  report->prediction = NULL;
  report->program = whole;
  report->why = lcm_forgive(command->ctx);
  if (!report->why && status == LCM_EBUDGET)
    report->why = "The prediction takes more memory than there is.";
  return report->why ? LCM_OK : status;
}

/* Put what was not read or predicted into "report". */
static void add_problems(struct lcm_report *report, struct command *command) {
  LCM_LIST(lcm_diag) problems = {0};
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR || all[i].id == LCM_DIAG_NOT_PREDICTED)
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &problems, all[i]);
  report->problems = problems.at;
  report->n_problems = problems.n;
}

/* Fill in "report" over "grid" with all but sources and measurements. */
static lcm_status fill(struct lcm_report *report, struct command *command,
                       struct lcm_predict_options *options) {
  lcm_variants variants = {0};
  const lcm_grid *grid = NULL;
  const char *variant = command->values[OPT_VARIANT];
  lcm_status status = load(report, &variants, command);
  status = status ? status
                  : command_grid(&grid, command, !report->program->is_model);
  if (status)
    return status;
  if (variants.n)
    command_check_variants(command, grid, &variants, options->machine);
  else
    command_check_grid(command, grid, report->program, options->machine);
  status = add_prediction(report, command, grid, options);
  status = status ? status : add_timetable(report, command, options);
  if (!status && variants.n && report->prediction)
    status = lcm_compare(&report->comparison, command->ctx, variants.at,
                         variants.n, grid, options);
  command->values[OPT_VARIANT] = variant;
  if (!status)
    add_advice(report, command, options);
  return status;
}

int run_report(struct command *command) {
  struct lcm_predict_options options;
  struct lcm_report report = {.unfold = command->unfolds.at,
                              .n_unfold = command->unfolds.n,
                              .title = command->values[OPT_TITLE]};
  lcm_measurements measured = {0};
  source_list sources = {0};
  lcm_buf buf = {0};
  lcm_status status = command_predict_options(&options, command);
  options.nodes = true;
  options.formula = true;
  status = status ? status : command_methods(&options, command);
  status = status ? status : command_measured(&measured, command);
  status = status ? status : fill(&report, command, &options);
  if (status)
    return command_finish(command, status);
  add_problems(&report, command);
  add_sources(&sources, command, &report);
  report.sources = sources.at;
  report.n_sources = sources.n;
  report.measured = measured.n ? &measured : NULL;
  lcm_put_report(&buf, command->ctx, &report);
  return command_finish(command, command_write(command, lcm_buf_take(&buf)));
}
