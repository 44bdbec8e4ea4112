/* Writes what processors do when, where --timeline asks for it. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/drawing.h"
#include "cmd/options.h"
#include "cmd/timeline.h"
#include "render/chart/chart.h"
#include "render/text/text.h"

/* Return whether "file" ends in "end", or is standard output for which "format"
 * was asked. */
static bool is_wanted(const struct command *command, const char *file,
                      const char *end, lcm_format format) {
  return strcmp(file, "-") ? command_ends_in(file, end)
                           : command->format == format;
}

/* Return "table" as text or as a table, as the name "file" asks for. */
static char *text_of(struct command *command, const lcm_timetable *table,
                     const char *file) {
  const struct lcm_style style = {0};
  if (is_wanted(command, file, ".csv", LCM_FORMAT_CSV))
    return lcm_render_stages(command->ctx, table, LCM_FORMAT_CSV, &style);
  if (is_wanted(command, file, ".tsv", LCM_FORMAT_TSV))
    return lcm_render_stages(command->ctx, table, LCM_FORMAT_TSV, &style);
  return lcm_render_timeline(command->ctx, table, &style);
}

/* Return whether the name "file" asks for a picture, in a page or alone. */
static bool is_picture(const char *file) {
  return command_ends_in(file, ".svg") || command_ends_in(file, ".png") ||
         command_ends_in(file, ".pdf") || command_ends_in(file, ".html");
}

/* Write the picture of "table" to "file", in a page with "below" (or NULL)
 * below it. */
static lcm_status write_picture(struct command *command,
                                const lcm_timetable *table, const char *file,
                                const char *below) {
  const bool page = command_ends_in(file, ".html");
  lcm_buf buf = {0};
  if (page)
    lcm_put_page_begin(&buf, "Timeline");
  lcm_put_timeline(&buf, command->ctx, table, "timeline");
  if (page && below)
    lcm_buf_puts(&buf, below);
  if (page)
    lcm_put_page_end(&buf);
  return command_write_picture(command, &buf, file);
}

/* Write "table" to "file" as a trace, and report what is left out. */
static lcm_status write_trace(struct command *command,
                              const lcm_timetable *table, const char *file) {
  lcm_tracks tracks = lcm_timetable_to_tracks(command->ctx, table);
  if (table->cut)
    lcm_report(command->ctx, LCM_DIAG_CUT,
               (lcm_loc){.file = lcm_intern(command->ctx, file)},
               "the trace has the first %d messages only: there are more",
               (int)LCM_MOST_ARROWS);
  return lcm_tracks_write(command->ctx, &tracks, file);
}

lcm_status command_write_timetable(struct command *command,
                                   const lcm_timetable *table, const char *file,
                                   const char *below) {
  if (lcm_tracks_is_perfetto(file) ||
      is_wanted(command, file, ".json", LCM_FORMAT_JSON)) {
    return write_trace(command, table, file);
  }
  if (is_picture(file))
    return write_picture(command, table, file, below);
  char *text = text_of(command, table, file);
  const lcm_status status =
      text ? lcm_file_write(command->ctx, file, text, strlen(text))
           : LCM_ENOMEM;
  free(text);
  return status;
}

lcm_status command_states(lcm_state_rules *out, struct command *command) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < command->states.n && !status; i++)
    status = lcm_state_rules_add(out, command->ctx, command->states.at[i]);
  return status;
}

lcm_status command_timeline(struct command *command, const lcm_program *program,
                            const lcm_prediction *prediction,
                            const struct lcm_predict_options *options) {
  const char *file = command->values[OPT_TIMELINE];
  const struct lcm_predicted predicted = {program, prediction, options};
  lcm_state_rules rules = {0};
  const lcm_timetable *table = NULL;
  if (!file)
    return LCM_OK;
  lcm_status status = command_states(&rules, command);
  if (!status)
    status = lcm_timetable_of(&table, command->ctx, &predicted, &rules);
  return status ? status : command_write_timetable(command, table, file, NULL);
}
