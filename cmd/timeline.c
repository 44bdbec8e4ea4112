#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "cmd/timeline.h"
#include "model/results/schedule.h"
#include "render/chart/svg_timeline.h"
#include "render/table/style.h"
#include "render/text/timeline.h"
#include "study/timetable/schedule.h"

/* Return whether "text" is "#rrggbb". */
static bool is_colour(const char *text) {
  return text[0] == '#' && strlen(text) == 7 &&
         strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

typedef LCM_LIST(struct lcm_state_rule) rule_list;

/* Add the rules that "text", NAME=CODE,CODE...@COLOUR, says to "rules"; false,
 * and a message, where it makes no sense. */
static bool add_rules(rule_list *rules, struct command *command,
                      const char *text) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  const char *equals = strchr(text, '=');
  const char *at = strrchr(text, '@');
  struct lcm_state_rule rule = {.colour = at ? at + 1 : NULL};
  if (!equals || equals == text || !equals[1] || (at && !is_colour(at + 1))) {
    command_complain("'%s' is no state: NAME=CODE,CODE... where CODE is a "
                     "fragment, a function or FILE:LINE, with @#rrggbb behind "
                     "it for its colour",
                     text);
    return false;
  }
  rule.name = lcm_intern_n(command->ctx, text, (size_t)(equals - text));
  for (const char *from = equals + 1; from && *from && from != at;) {
    size_t n = strcspn(from, ",");
    n = at && from + n > at ? (size_t)(at - from) : n;
    rule.match = lcm_intern_n(command->ctx, from, n);
    if (n)
      LCM_LIST_ADD(arena, rules, rule);
    from += n + (from[n] == ',');
  }
  return true;
}

/* Return whether "file" ends in "end", or is standard output for which "format"
 * was asked. */
static bool is_wanted(const struct command *command, const char *file,
                      const char *end, lcm_format format) {
  return strcmp(file, "-") ? command_ends_in(file, end)
                           : command->format == format;
}

/* Return "table" in the format that the name of the file asks for. */
static char *text_of(struct command *command, const lcm_timetable *table,
                     const char *file) {
  const struct lcm_style style = {0};
  lcm_buf buf = {0};
  if (is_wanted(command, file, ".json", LCM_FORMAT_JSON))
    return lcm_timetable_to_trace(table);
  if (is_wanted(command, file, ".csv", LCM_FORMAT_CSV))
    return lcm_render_stages(command->ctx, table, LCM_FORMAT_CSV, &style);
  if (is_wanted(command, file, ".tsv", LCM_FORMAT_TSV))
    return lcm_render_stages(command->ctx, table, LCM_FORMAT_TSV, &style);
  if (!command_ends_in(file, ".svg"))
    return lcm_render_timeline(command->ctx, table, &style);
  lcm_put_timeline(&buf, command->ctx, table, "timeline");
  return lcm_buf_take(&buf);
}

lcm_status command_timetable(const struct lcm_timetable **out,
                             struct command *command,
                             const struct command_result *result) {
  const lcm_program *program = result->program;
  const struct lcm_predict_options *options = result->options;
  const lcm_grid *grid = result->prediction->grid;
  rule_list rules = {0};
  for (size_t i = 0; i < command->states.n; i++)
    if (!add_rules(&rules, command, command->states.at[i]))
      return LCM_EUSAGE;
  const bool composes =
      !options->methods || (options->methods & LCM_METHOD_COMPOSE);
  const struct lcm_timetable_request request = {
      .simulated = program->is_model ||
                   (!composes && (options->methods & LCM_METHOD_SIMULATE)),
      .rules = rules.at,
      .n_rules = rules.n};
  const lcm_status status = lcm_predict_timetable(out, command->ctx, program,
                                                  grid, options, &request);
  if (status || request.simulated || options->thesis_li)
    return status;
  return lcm_timetable_check(command->ctx, *out,
                             &result->prediction->points[grid->n_points - 1],
                             (lcm_loc){0});
}

lcm_status command_timeline(struct command *command, const lcm_program *program,
                            const lcm_prediction *prediction,
                            const struct lcm_predict_options *options) {
  const char *file = command->values[OPT_TIMELINE];
  const struct command_result result = {program, prediction, options};
  const lcm_timetable *table = NULL;
  if (!file)
    return LCM_OK;
  const lcm_status status = command_timetable(&table, command, &result);
  if (status)
    return status;
  char *text = text_of(command, table, file);
  const lcm_status written =
      text ? lcm_file_write(command->ctx, file, text, strlen(text))
           : LCM_ENOMEM;
  free(text);
  return written;
}
