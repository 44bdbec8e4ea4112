/* lcm predict: predictions over a grid, and what else is asked of them. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/chart.h"
#include "cmd/common.h"
#include "cmd/distribution.h"
#include "cmd/effect.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/options.h"
#include "cmd/sensitivity.h"
#include "cmd/subcommand/predict.h"
#include "cmd/timeline.h"
#include "composer/predict/predict.h"
#include "model/edit/edit.h"
#include "render/formula/formula.h"
#include "render/text/text.h"

/* Write "text", which was reported where it is NULL; return the exit status. */
static int write_text(struct command *command, LCM_TAKE char *text) {
  return command_finish(command, text ? command_write(command, text) : LCM_OK);
}

/* Count a use of a resource in the bool at "user". */
static lcm_status note_use(const lcm_node *node, void *user) {
  *(bool *)user = *(bool *)user || lcm_node_is_resource(node->kind);
  return LCM_OK;
}

/* Return whether "program" is a model that uses no resource: its time is its
 * critical path. */
static bool is_path(const lcm_program *program) {
  bool uses = !program->is_model;
  for (size_t i = 0; i < program->n_functions && !uses; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, note_use, &uses))
      return false;
  return !uses;
}

/* Write the formula of "prediction", of "program", in the notation that was
 * asked for; return the exit status.  Where a program has none, readers are
 * told why, with what is known of its recursions; a model that is a path is
 * compiled to C by its equations; for all others that is an error. */
static int write_formula(struct command *command, const lcm_program *program,
                         const lcm_prediction *prediction) {
  static const struct {
    const char *name;
    lcm_notation notation;
  } NOTATIONS[] = {{"text", LCM_READER},
                   {"latex", LCM_LATEX},
                   {"c", LCM_C},
                   {"python", LCM_PYTHON}};
  const char *name = command->values[OPT_FORMULA];
  for (size_t i = 0; i < sizeof NOTATIONS / sizeof *NOTATIONS; i++) {
    const lcm_notation notation = NOTATIONS[i].notation;
    if (strcmp(NOTATIONS[i].name, name) != 0)
      continue;
    if (prediction->formula ||
        (notation == LCM_READER && !prediction->is_model))
      return command_finish(
          command,
          command_write(
              command, lcm_render_formula(command->ctx, prediction, notation)));
    if (notation == LCM_C && is_path(program))
      return write_text(command, command_compiled(command, program));
    lcm_report(command->ctx, LCM_DIAG_NO_FORMULA, prediction->no_formula_at,
               "no closed form%s%s", prediction->no_formula ? ": " : "",
               prediction->no_formula ? prediction->no_formula : "");
    return command_finish(command, LCM_OK);
  }
  command_complain("there is no notation '%s'; there are text, latex, c and "
                   "python",
                   name);
  return EXIT_USAGE;
}

/* Write the equations of the model "program" in C where --formula says so, and
 * put the exit status into "*status"; false where it does not. */
static bool write_compiled(int *status, struct command *command,
                           const lcm_program *program) {
  const char *notation = command->values[OPT_FORMULA];
  if (!command->given[OPT_EQUATIONS] || !notation ||
      strcmp(notation, "c") != 0 || !program->is_model)
    return false;
  *status = write_text(command, command_compiled(command, program));
  return true;
}

/* Return the text of "prediction" with its nodes. */
static char *with_nodes(struct command *command,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style) {
  lcm_buf buf = {0};
  char *table =
      lcm_render_prediction(command->ctx, prediction, LCM_FORMAT_TEXT, style);
  lcm_buf_puts(&buf, table ? table : "");
  free(table);
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    char *nodes = lcm_render_nodes(command->ctx, prediction, i, style);
    lcm_buf_printf(&buf, "\n%s", nodes ? nodes : "");
    free(nodes);
  }
  return lcm_buf_take(&buf);
}

/* Of more points than these what sets the time is printed for the last. */
enum { MOST_BOUND = 4 };

/* Return the text of "prediction" with what sets its times. */
static char *with_limits(struct command *command,
                         const lcm_prediction *prediction,
                         const struct lcm_style *style) {
  lcm_buf buf = {0};
  char *table = command->given[OPT_NODES]
                    ? with_nodes(command, prediction, style)
                    : lcm_render_prediction(command->ctx, prediction,
                                            LCM_FORMAT_TEXT, style);
  lcm_buf_puts(&buf, table ? table : "");
  free(table);
  const size_t n = prediction->grid->n_points;
  for (size_t i = n > MOST_BOUND ? n - 1 : 0; i < n; i++) {
    char *limits = lcm_render_limits(command->ctx, prediction, i, style);
    lcm_buf_printf(&buf, "\n%s", limits ? limits : "");
    free(limits);
  }
  if (n > MOST_BOUND)
    lcm_buf_printf(&buf,
                   "the last of %zu points: -D gives values to others, "
                   "--format json has all\n",
                   n);
  return lcm_buf_take(&buf);
}

/* Return whether a picture or timeline went to standard output, which nothing
 * else is to follow. */
static bool is_enough(const struct command *command) {
  static const enum option OPTIONS[] = {OPT_TIMELINE, OPT_CHART, OPT_ROOFLINE,
                                        OPT_UNKNOWNS};
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
    if (command->values[OPTIONS[i]] &&
        !strcmp(command->values[OPTIONS[i]], "-"))
      return true;
  return false;
}

/* Write what "prediction" does not know where the user asks for that. */
static lcm_status write_unknowns(struct command *command,
                                 const lcm_prediction *prediction) {
  const char *file = command->values[OPT_UNKNOWNS];
  char *text = file ? lcm_render_unknowns(command->ctx, prediction) : NULL;
  lcm_status status = LCM_OK;
  if (file)
    status = text ? lcm_file_write(command->ctx, file, text, strlen(text))
                  : LCM_ENOMEM;
  free(text);
  return status;
}

/* Return whether --export, if it is given, names a format; say which there are
 * where it does not. */
static bool check_export(struct command *command) {
  const char *file = command->values[OPT_EXPORT];
  const char *known = NULL;
  if (!file || lcm_foreign_is(command->ctx, file, &known))
    return true;
  command_complain("--export: the name of the file says for which tool: it "
                   "ends in %s, not as '%s'",
                   known, file);
  return false;
}

/* Write "prediction" for another tool where the user asks for that. */
static lcm_status write_export(struct command *command,
                               const lcm_prediction *prediction) {
  const char *file = command->values[OPT_EXPORT];
  char *text = file ? lcm_render_foreign(command->ctx, prediction, file) : NULL;
  lcm_status status = LCM_OK;
  if (file)
    status = text ? lcm_file_write(command->ctx, file, text, strlen(text))
                  : LCM_ENOMEM;
  free(text);
  return status;
}

int run_predict(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  struct lcm_predict_options options;
  const struct lcm_style style = command_style(command);
  lcm_status status = command_predict_options(&options, command);
  options.hinges = options.intervals = true;
  options.nodes = options.nodes || command->given[OPT_EXPORT];
  status = status || check_export(command) ? status : LCM_EUSAGE;
  options.recurrences = command->format == LCM_FORMAT_JSON;
  status = status ? status : command_methods(&options, command);
  status = status ? status : command_load(&program, command, command->inputs.n);
  status = status ? status : command_edit(&program, command);
  status = status ? status : command_check_contention(command, program);
  status =
      status ? status : command_check_limits(command, program, options.machine);
  status =
      status ? status
             : command_grid(&grid, command,
                            !program->is_model && !command->given[OPT_FORMULA]);
  if (!status && !program->is_model && !command->edits.n)
    lcm_races_check(&program, command->ctx, grid);
  if (!status) {
    options.methods |= command_trace_methods(command, program);
    status = command_check_grid(command, grid, program, options.machine);
  }
  status =
      status ? status
             : lcm_predict(&prediction, command->ctx, program, grid, &options);
  if (!status)
    command_check_chance(command, &prediction, 1);
  status = status ? status : command_trace(command, program, grid, &options);
  status = status ? status
                  : command_timeline(command, program, prediction, &options);
  status = status ? status : command_chart(command, prediction);
  status = status ? status : command_roofline(command, prediction);
  status = status ? status : write_unknowns(command, prediction);
  status = status ? status : write_export(command, prediction);
  if (status || is_enough(command))
    return command_finish(command, status);
  if (command->given[OPT_FORMULA] && !command->given[OPT_EQUATIONS] &&
      !command->given[OPT_SENSITIVITY])
    return write_formula(command, program, prediction);
  if (command->given[OPT_SERIALIZED])
    return write_text(command, command_serialized(command, program));
  int compiled = 0;
  if (write_compiled(&compiled, command, program))
    return compiled;
  char *text = NULL;
  if (command->given[OPT_DISTRIBUTION] || command->given[OPT_WITHIN])
    text = command_distribution(command, program, prediction, &options);
  else if (command->given[OPT_SENSITIVITY])
    text = command_sensitivity(command, program, prediction, &options);
  else if (command->given[OPT_EQUATIONS])
    text = command_equations(command, program, prediction);
  else if (command->format == LCM_FORMAT_JSON)
    text = lcm_prediction_to_json(prediction);
  else if (command->given[OPT_BOUNDS])
    text = with_limits(command, prediction, &style);
  else if (command->given[OPT_NODES] && command->format == LCM_FORMAT_TEXT)
    text = with_nodes(command, prediction, &style);
  else
    text = lcm_render_prediction(command->ctx, prediction, command->format,
                                 &style);
  return command_finish(command, command_write(command, text));
}
