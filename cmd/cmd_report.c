#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/map.h"
#include "cmd/command.h"
#include "model/schedule.h"
#include "render/report.h"

/* Processors beyond which no timeline is made. */
enum { MOST_PROCESSORS = 4096 };

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

/* Add the texts of all files that nodes of "point" are in to "sources". */
static void add_sources(source_list *sources, struct command *command,
                        const lcm_point *point) {
  lcm_map seen = {0};
  size_t before = 0;
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const char *file = point->occurrences[i].node->loc.file;
    const char *name = file ? lcm_intern(command->ctx, file) : NULL;
    if (!name || lcm_map_get(&seen, name, &before))
      continue;
    lcm_map_put(lcm_ctx_arena(command->ctx), &seen, name, i);
    add_source(sources, command, name);
  }
}

/* Put what processors do when into "*out", NULL where that is not at hand. */
static lcm_status add_timetable(const lcm_timetable **out,
                                struct command *command,
                                const struct command_result *result) {
  const lcm_prediction *prediction = result->prediction;
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  *out = NULL;
  if (!(point->time > 0) || point->p > MOST_PROCESSORS ||
      point->p != floor(point->p))
    return LCM_OK;
  return command_timetable(out, command, result);
}

/* Put the comparison of "program" with what the edits make of it into "*out",
 * NULL where there are none. */
static lcm_status add_comparison(const lcm_comparison **out,
                                 struct command *command,
                                 const struct command_result *result) {
  const lcm_grid *grid = result->prediction->grid;
  command_variants variants = {0};
  const struct lcm_variant own = {
      command_variant_name(command, command->inputs.n ? command->inputs.at[0]
                                                      : "program"),
      result->program};
  *out = NULL;
  if (!command->edits.n)
    return LCM_OK;
  LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &variants, own);
  const lcm_status status = command_edit_variants(&variants, command);
  return status ? status
                : lcm_compare(out, command->ctx, variants.at, variants.n, grid,
                              result->options);
}

/* Predict into "report" what "options" say, with the formula. */
static lcm_status add_prediction(struct lcm_report *report,
                                 struct command *command,
                                 struct lcm_predict_options *options) {
  const lcm_grid *grid = NULL;
  lcm_status status = command_predict_options(options, command);
  options->nodes = true;
  options->formula = true;
  status = status ? status : command_methods(options, command);
  status = status
               ? status
               : command_load(&report->program, command, 0, command->inputs.n);
  status = status ? status
                  : command_grid(&grid, command, !report->program->is_model);
  if (status)
    return status;
  command_check_grid(command, grid, &report->program, 1, options->machine);
  return lcm_predict(&report->prediction, command->ctx, report->program, grid,
                     options);
}

int run_report(struct command *command) {
  struct lcm_predict_options options;
  struct lcm_report report = {.unfold = command->unfolds.at,
                              .n_unfold = command->unfolds.n,
                              .title = command->values[OPT_TITLE]};
  lcm_measurements measured = {0};
  source_list sources = {0};
  lcm_buf buf = {0};
  lcm_status status = add_prediction(&report, command, &options);
  const struct command_result result = {report.program, report.prediction,
                                        &options};
  status = status ? status : command_measured(&measured, command);
  status = status ? status : add_timetable(&report.timetable, command, &result);
  status =
      status ? status : add_comparison(&report.comparison, command, &result);
  if (status)
    return command_finish(command, status);
  const lcm_prediction *prediction = report.prediction;
  add_sources(&sources, command,
              &prediction->points[prediction->grid->n_points - 1]);
  report.sources = sources.at;
  report.n_sources = sources.n;
  report.measured = measured.n ? &measured : NULL;
  lcm_put_report(&buf, command->ctx, &report);
  return command_finish(command, command_write(command, lcm_buf_take(&buf)));
}
