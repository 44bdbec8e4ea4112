/* lcm analyze: structures, constructs, costs and movements of data as text. */
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/guard.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/analyze.h"
#include "composer/count/count.h"
#include "composer/predict/predict.h"
#include "composer/trace/trace.h"
#include "model/edit/edit.h"
#include "model/lcs/lcs.h"
#include "model/link/link.h"
#include "render/text/text.h"
#include "study/advise/advise.h"

/* Put the constructs of all units into "*text". */
static lcm_status list_constructs(char **text, struct command *command) {
  const struct lcm_unit *units = NULL;
  size_t n = 0;
  size_t total = 0;
  struct lcm_load_options options;
  lcm_status status = command_loading(&options, command);
  options.analyze.constructs_only = true;
  status = status ? status : lcm_load_units(&units, &n, command->ctx, &options);
  if (status)
    return status;
  for (size_t i = 0; i < n; i++)
    total += units[i].n_constructs;
  lcm_construct *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(command->ctx), lcm_construct, total + 1);
  total = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < units[i].n_constructs; k++)
      all[total++] = units[i].constructs[k];
  lcm_constructs_sort(all, total);
  if (command->format == LCM_FORMAT_JSON)
    *text = lcm_constructs_to_json(command->ctx, all, total);
  else
    *text = lcm_constructs_to_table(
        all, total, command->format == LCM_FORMAT_CSV ? ',' : '\t');
  return LCM_OK;
}

/* Put the movement of data of "program" into "*text". */
static lcm_status trace_data(char **text, struct command *command,
                             const lcm_program *program) {
  const lcm_data *data = NULL;
  const struct lcm_style style = command_style(command);
  const lcm_status status = lcm_data_trace_all(&data, command->ctx, program);
  if (!status)
    *text = command->format == LCM_FORMAT_JSON
                ? lcm_data_to_json(command->ctx, data)
                : lcm_render_data(command->ctx, data, command->format, &style);
  return status;
}

/* Put the patterns of the messages of "program" into "*out", where the run has
 * one place to begin; return how many there are. */
static size_t find_patterns(const struct lcm_pattern **out,
                            struct command *command,
                            const lcm_program *program) {
  const lcm_program *entered = NULL;
  const bool muted = lcm_ctx_mute(command->ctx, true);
  const lcm_status status =
      program->entry ? LCM_OK
                     : lcm_program_enter(&entered, command->ctx, program, NULL);
  (void)lcm_ctx_mute(command->ctx, muted);
  return status ? 0
                : lcm_program_patterns(out, command->ctx,
                                       entered ? entered : program);
}

/* Return the structure of "program" for readers, with the patterns of its
 * messages and how much of it is modelled. */
static char *structure_text(struct command *command,
                            const lcm_program *program) {
  const struct lcm_style style = command_style(command);
  const struct lcm_pattern *patterns = NULL;
  const size_t n =
      program->is_model ? 0 : find_patterns(&patterns, command, program);
  char *structure = lcm_render_structure(command->ctx, program, &style);
  const size_t len = structure ? strlen(structure) : 0;
  char *const parts[] = {
      lcm_render_patterns(patterns, n),
      lcm_render_coverage(command->ctx, program, &style),
      lcm_render_races(program),
  };
  lcm_buf buf = {structure, len, structure ? len + 1 : 0, !structure};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    buf.failed = buf.failed || !parts[i];
    lcm_buf_puts(&buf, parts[i] ? parts[i] : "");
    free(parts[i]);
  }
  return lcm_buf_take(&buf);
}

/* Put what is counted of "program" into "*text". */
static lcm_status count_costs(char **text, struct command *command,
                              const lcm_program *program) {
  const lcm_costs *costs = NULL;
  const struct lcm_style style = command_style(command);
  struct lcm_cost_options options = {
      .only = command->given[OPT_ENTRY] ? program->entry : NULL,
      .grid = command->grid};
  size_t level = 0;
  size_t line = 0;
  if (!command_number(&level, command, OPT_LEVEL,
                      "--level is a number of bytes", (size_t)1 << 50) ||
      !command_number(&line, command, OPT_LINE, "--line is a number of bytes",
                      (size_t)1 << 20))
    return LCM_EUSAGE;
  options.level = (long long)level;
  options.line = line ? (long long)line : 64;
  lcm_limit_process(true, 0);
  const lcm_status status =
      lcm_costs_count(&costs, command->ctx, program, &options);
  lcm_limit_process(false, 0);
  if (!status)
    *text = command->format == LCM_FORMAT_JSON
                ? lcm_costs_to_json(command->ctx, costs, command->grid)
                : lcm_render_costs(command->ctx, costs, command->grid,
                                   command->format, &style);
  return status;
}

/* Return the first file of which errors kept a part from being read, or
 * NULL. */
static const char *unread_file(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR &&
        (all[i].id == LCM_DIAG_PARSE_ERROR ||
         all[i].id == LCM_DIAG_MISSING_HEADER || all[i].id == LCM_DIAG_WORKER))
      return all[i].at.file ? all[i].at.file : "a file";
  return NULL;
}

/* Put why loops of "program" are executed by one processor into "*text". */
static lcm_status explain_serial(char **text, struct command *command,
                                 const lcm_program *program,
                                 const struct lcm_predict_options *options) {
  const struct lcm_style style = command_style(command);
  struct lcm_serial serial;
  double least = 0;
  if (program->is_model) {
    command_complain("--why-serial is about C, not about models (.pam)");
    return LCM_EUSAGE;
  }
  if (!command_threshold(&least, command))
    return LCM_EUSAGE;
  lcm_serial_find(&serial, command->ctx, program, command->grid, options,
                  least);
  serial.unread = unread_file(command->ctx);
  *text = command->format == LCM_FORMAT_JSON
              ? lcm_serial_to_json(&serial)
              : lcm_render_serial(&serial, &style);
  return LCM_OK;
}

/* Put what "command" asks for into "*text"; "options" are those of
 * predictions. */
static lcm_status make_text(char **text, struct command *command,
                            const struct lcm_predict_options *options) {
  const lcm_program *program = NULL;
  if (command->given[OPT_CONSTRUCTS])
    return list_constructs(text, command);
  lcm_status status = command->given[OPT_DATA]
                          ? command_load(&program, command, command->inputs.n)
                          : command_join(&program, command);
  if (status)
    return status;
  const bool counts = command->given[OPT_UNIT] || command->given[OPT_COSTS];
  if (!counts && !program->is_model)
    lcm_races_check(&program, command->ctx, command->grid);
  if (!command->given[OPT_UNIT] && command->grid)
    status =
        command_check_grid(command, command->grid, program, options->machine);
  if (status)
    return status;
  if (command->given[OPT_WHY_SERIAL])
    return explain_serial(text, command, program, options);
  if (command->given[OPT_DATA])
    return trace_data(text, command, program);
  if (command->given[OPT_COMPILE] || command->given[OPT_UNIT])
    *text = lcm_program_to_str(program);
  else if (command->given[OPT_COSTS])
    return count_costs(text, command, program);
  else if (command->format == LCM_FORMAT_JSON)
    *text = lcm_program_to_json(command->ctx, program);
  else
    *text = structure_text(command, program);
  return LCM_OK;
}

/* Read the values of -D, which must be one for each name. */
static lcm_status read_values(struct command *command) {
  const lcm_grid *grid = NULL;
  const lcm_status status = command_grid(&grid, command, false);
  if (status || grid->n_points == 1)
    return status;
  command_complain("analyze takes one value for each name");
  return LCM_EUSAGE;
}

int run_analyze(struct command *command) {
  char *text = NULL;
  struct lcm_predict_options options = {0};
  lcm_status status = read_values(command);
  if (!status && command->given[OPT_WHY_SERIAL])
    status = command_predict_options(&options, command);
  const lcm_recall *recall = status ? NULL : command_recall(command);
  if (!status && (!recall || !lcm_recall_get(&text, recall))) {
    status = make_text(&text, command, &options);
    if (!status && text && recall)
      lcm_recall_keep(recall, text);
  }
  return command_finish(command,
                        status ? status : command_write(command, text));
}
