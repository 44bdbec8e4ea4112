/* A report: loads a program and what it is compared with, predicts as much as
 * can be, and adds timeline, advice, measurements and sources. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "model/edit/edit.h"
#include "sandbox/sandbox.h"
#include "study/advise/advise.h"
#include "study/compare/compare.h"
#include "study/report/dense.h"
#include "study/report/make.h"
#include "study/report/spread.h"

/* Processors and nodes beyond which no timeline is made; nodes beyond which
 * there is no advice, and none on fragments; what is tried for that at least
 * and at most, and how many nodes are predicted for that. */
enum {
  MOST_PROCESSORS = 10000,
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
static void add_source(source_list *sources, lcm_ctx *ctx, const char *name) {
  struct lcm_report_source source = {.file = name};
  char *text = NULL;
  if (!lcm_file_is_readable(name) ||
      lcm_file_read(&text, &source.len, ctx, name))
    return;
  source.text = text;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), sources, source);
}

/* Files being collected. */
struct source_walk {
  lcm_ctx *ctx;
  source_list *sources;
  const struct lcm_load_options *inputs;
  /* a structure among them may name any file, which is shown only from here */
  bool guarded;
  lcm_allowed_list places;
  lcm_map seen;
};

/* Note from where files may be shown. */
static void guard(struct source_walk *c) {
  for (size_t i = 0; i < c->inputs->n_inputs; i++) {
    const char *name = c->inputs->inputs[i];
    c->guarded = c->guarded || lcm_load_is_structure(name);
    lcm_places_add_project(&c->places, c->ctx,
                           lcm_path_directory(c->ctx, name));
  }
  lcm_places_add_project(&c->places, c->ctx, ".");
}

/* Return whether the file "name" may be shown. */
static bool may_show(const struct source_walk *c, const char *name) {
  for (size_t i = 0; i < c->inputs->n_inputs; i++)
    if (!strcmp(c->inputs->inputs[i], name))
      return true;
  return lcm_path_is_source(name) &&
         (!c->guarded || lcm_places_allow(&c->places, name));
}

/* Add the text of the file of "node" unless it is there. */
static lcm_status add_file(const lcm_node *node, void *user) {
  struct source_walk *c = user;
  const char *file = node->loc.file;
  const char *name = file ? lcm_intern(c->ctx, file) : NULL;
  size_t before = 0;
  if (!name || lcm_map_get(&c->seen, name, &before))
    return LCM_OK;
  lcm_map_put(lcm_ctx_arena(c->ctx), &c->seen, name, 1);
  if (may_show(c, name))
    add_source(c->sources, c->ctx, name);
  return LCM_OK;
}

/* Add the texts of all files that nodes of "report" are in to "sources": of
 * those that occur, where there is a prediction. */
static void add_sources(source_list *sources, lcm_ctx *ctx,
                        const struct lcm_report *report,
                        const struct lcm_load_options *inputs) {
  struct source_walk c = {.ctx = ctx, .sources = sources, .inputs = inputs};
  const lcm_prediction *prediction = report->prediction;
  const lcm_point *point =
      prediction ? &prediction->points[prediction->grid->n_points - 1] : NULL;
  const lcm_program *program = report->program;
  lcm_status status = LCM_OK;
  guard(&c);
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

/* A report being made. */
struct report_making {
  lcm_ctx *ctx;
  const struct lcm_report_options *options;
  struct lcm_report *report;          /* of what there is by now */
  struct lcm_load_options sources;    /* how its program is read */
  struct lcm_predict_options predict; /* how it is predicted */
  const lcm_grid *grid;
};

/* Put what processors do when into the report, where that is at hand. */
static lcm_status add_timetable(struct report_making *m) {
  struct lcm_report *report = m->report;
  const lcm_prediction *prediction = report->prediction;
  const struct lcm_predicted predicted = {report->program, prediction,
                                          &m->predict};
  const lcm_state_rules *rules = m->options->rules;
  const lcm_point *point =
      prediction ? &prediction->points[prediction->grid->n_points - 1] : NULL;
  if (!point || !m->predict.nodes || !has_timetable(point))
    return LCM_OK;
  const lcm_status status =
      lcm_timetable_of(&report->timetable, m->ctx, &predicted, rules);
  const bool checks = lcm_ctx_options(m->ctx)->check;
  if (!status || status == LCM_EUSAGE || status == LCM_ENOMEM ||
      (status == LCM_ECHECK && checks))
    return status;
  report->timetable = NULL;
  (void)lcm_forgive(m->ctx);
  return LCM_OK;
}

/* Load the program of the report again into "*out", every loop being a node. */
static lcm_status load_loops(const lcm_program **out, struct report_making *m) {
  const struct lcm_report_options *options = m->options;
  struct lcm_load_options sources = m->sources;
  lcm_variants variants = {0};
  lcm_edits_keep(&sources.analyze, m->ctx, &options->edits, true);
  const lcm_status status =
      options->compares
          ? lcm_variants_load(&variants, m->ctx, &sources, &options->edits)
          : lcm_load_program(out, m->ctx, &sources);
  if (!status && variants.n)
    *out = variants.at[0].program;
  return status;
}

/* Put what sets the time at the last point into the report, each loop being a
 * part, where a machine is described, and which lines take it. */
static void add_limits(struct report_making *m) {
  const struct lcm_report *report = m->report;
  struct lcm_predict_options options = m->predict;
  const lcm_program *program = NULL;
  const lcm_prediction *found = NULL;
  if (!report->prediction || !m->predict.nodes || report->program->is_model)
    return;
  options.limits = true;
  options.nodes = options.formula = false;
  const bool muted = lcm_ctx_mute(m->ctx, true);
  if (!load_loops(&program, m) &&
      !lcm_predict(&found, m->ctx, program,
                   lcm_grid_last(m->ctx, report->prediction->grid), &options)) {
    lcm_report_spread(m->report, m->ctx, program, found);
    m->report->parts = options.machine ? found : NULL;
  }
  (void)lcm_ctx_mute(m->ctx, muted);
}

/* Put advice on the program into the report, where there is any to be had. */
static void add_advice(struct report_making *m) {
  struct lcm_report *report = m->report;
  const lcm_prediction *prediction = report->prediction;
  const lcm_program *program = NULL;
  const size_t nodes =
      prediction
          ? prediction->points[prediction->grid->n_points - 1].n_occurrences
          : 0;
  const size_t tries = TRIED_NODES / (nodes + 1);
  const struct lcm_advise_options options = {
      .predict = &m->predict,
      .threshold = THRESHOLD,
      .most = tries < FEW_TRIES    ? FEW_TRIES
              : tries < MOST_TRIES ? tries
                                   : MOST_TRIES,
      .memory = LCM_ADVISE_MEMORY,
      .ceilings = nodes <= MOST_FRAGMENTS};
  if (!prediction || !m->predict.nodes || !m->options->advises ||
      report->program->is_model || nodes > MOST_ADVISED)
    return;
  const bool muted = lcm_ctx_mute(m->ctx, true);
  if (load_loops(&program, m) ||
      lcm_advise(&report->advice, m->ctx, program, prediction->grid, &options))
    report->advice = NULL;
  (void)lcm_ctx_mute(m->ctx, muted);
}

/* Load what the report is of, and what that is compared with into "variants";
 * "why" of the report: why there is no prediction. */
static lcm_status load(struct report_making *m, lcm_variants *variants) {
  const struct lcm_report_options *options = m->options;
  struct lcm_report *report = m->report;
  if (options->compares) {
    const lcm_status status =
        lcm_variants_load(variants, m->ctx, &m->sources, &options->edits);
    report->program = status ? NULL : variants->at[0].program;
    return status;
  }
  const lcm_status status =
      lcm_load_any(&report->program, &report->why, m->ctx, &m->sources);
  if (status || !options->edits.n || report->why)
    return status;
  const struct lcm_variant own = {
      lcm_variants_name(m->ctx,
                        m->sources.n_inputs ? m->sources.inputs[0] : "program"),
      report->program};
  LCM_LIST_ADD(lcm_ctx_arena(m->ctx), variants, own);
  return lcm_edits_add_variants(variants, m->ctx, &options->edits);
}

/* Predict as much as can be of what "user" says. */
static lcm_status predict_most(lcm_ctx *ctx, void *user) {
  struct report_making *m = user;
  struct lcm_predict_options *options =
      LCM_NEW(lcm_ctx_arena(ctx), struct lcm_predict_options);
  *options = m->predict;
  options->hinges = options->part_forms = true;
  return lcm_predict_most(&m->report->prediction, &m->report->program, ctx,
                          m->grid, options);
}

/* Predict into the report as much as can be; where that takes too much memory,
 * without the parts of the run. */
static lcm_status add_prediction(struct report_making *m) {
  struct lcm_report *report = m->report;
  const lcm_program *const whole = report->program;
  if (report->why)
    return LCM_OK;
  lcm_status status = lcm_ctx_within(m->ctx, MOST_MEMORY, predict_most, m);
  if (status == LCM_EBUDGET) {
    (void)lcm_ctx_mute(m->ctx, false);
    (void)lcm_forgive(m->ctx);
    lcm_report(m->ctx, LCM_DIAG_NOT_PREDICTED, (lcm_loc){0},
               "the parts of the run are too many to be shown one by one");
    m->predict.nodes = m->predict.formula = false;
    report->program = whole;
    status = lcm_ctx_within(m->ctx, MOST_MEMORY, predict_most, m);
  }
  if (!status || status == LCM_ENOMEM || status == LCM_ECHECK)
    return status;
  (void)lcm_ctx_mute(m->ctx, false);
  report->prediction = NULL;
  report->program = whole;
  report->why = lcm_forgive(m->ctx);
  if (!report->why && status == LCM_EBUDGET)
    report->why = "The prediction takes more memory than there is.";
  return report->why ? LCM_OK : status;
}

/* Put what was not read or predicted, and races, into "report". */
static void add_problems(struct lcm_report *report, lcm_ctx *ctx) {
  LCM_LIST(lcm_diag) problems = {0};
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR || all[i].id == LCM_DIAG_NOT_PREDICTED ||
        all[i].id == LCM_DIAG_STOPPED || all[i].id == LCM_DIAG_RACE)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &problems, all[i]);
  report->problems = problems.at;
  report->n_problems = problems.n;
}

/* Warn about what of the grid has no effect on the program, or "variants";
 * LCM_EUSAGE where two of its names are one. */
static lcm_status check_grid(struct report_making *m,
                             const lcm_variants *variants) {
  struct lcm_grid_use use = {m->grid, &m->report->program, 1,
                             m->predict.machine, m->options->machine_file};
  if (variants->n) {
    use.programs = lcm_variants_programs(m->ctx, variants);
    use.n = variants->n;
  }
  return lcm_grid_check(m->ctx, &use);
}

/* Fill in the report with all but sources and measurements. */
static lcm_status fill(struct report_making *m) {
  const struct lcm_report_options *options = m->options;
  struct lcm_report *report = m->report;
  lcm_variants variants = {0};
  lcm_status status = load(m, &variants);
  status = status
               ? status
               : lcm_grid_read(&m->grid, m->ctx, options->defines,
                               options->n_defines, !report->program->is_model);
  status = status ? status : check_grid(m, &variants);
  if (status)
    return status;
  if (!report->program->is_model && !options->edits.n)
    lcm_races_check(&report->program, m->ctx, m->grid);
  m->sources.analyze.given = m->grid->names;
  m->sources.analyze.n_given = m->grid->n_names;
  status = add_prediction(m);
  status = status ? status : add_timetable(m);
  if (lcm_ctx_so_far(m->ctx, NULL))
    return status;
  if (!status && variants.n && report->prediction)
    status = lcm_compare(&report->comparison, m->ctx, variants.at, variants.n,
                         m->grid, &m->predict);
  if (!status && !lcm_ctx_so_far(m->ctx, NULL)) {
    add_limits(m);
    lcm_report_dense(report, m->ctx, &m->predict);
    add_advice(m);
  }
  if (lcm_ctx_is_stopped(m->ctx) && report->prediction) {
    lcm_ctx_end(m->ctx, "the prediction, not all that is asked of it");
    status = LCM_OK;
  }
  return status;
}

/* Read the measurements of the report, if any. */
static lcm_status add_measured(struct report_making *m) {
  const char *name = m->options->measured;
  lcm_measurements *measured = LCM_NEW(lcm_ctx_arena(m->ctx), lcm_measurements);
  char *text = NULL;
  size_t len = 0;
  lcm_status status = name ? lcm_file_read(&text, &len, m->ctx, name) : LCM_OK;
  if (name && !status)
    status = lcm_measurements_parse(measured, m->ctx, name, text, len,
                                    LCM_MEASURED_ANY);
  m->report->measured = measured->n ? measured : NULL;
  return status;
}

lcm_status lcm_report_make(struct lcm_report *out, lcm_ctx *ctx,
                           const struct lcm_report_options *options) {
  struct report_making m = {.ctx = ctx,
                            .options = options,
                            .report = out,
                            .sources = options->sources,
                            .predict = options->predict};
  source_list sources = {0};
  *out = (struct lcm_report){.unfold = options->unfold,
                             .n_unfold = options->n_unfold,
                             .run = options->run,
                             .run_file = options->run_file,
                             .run_steps = options->run_steps,
                             .title = options->title};
  m.predict.nodes = m.predict.formula = true;
  lcm_status status = add_measured(&m);
  status = status ? status : fill(&m);
  if (status)
    return status;
  add_problems(out, ctx);
  add_sources(&sources, ctx, out, &options->sources);
  out->sources = sources.at;
  out->n_sources = sources.n;
  return LCM_OK;
}
