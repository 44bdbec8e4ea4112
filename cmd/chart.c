/* Charts where --chart asks for them: which, in which language. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/chart.h"
#include "cmd/drawing.h"
#include "cmd/options.h"
#include "render/chart/chart.h"

/* The charts that there are. */
enum { CHARTS = 3 };

/* Return whether the list "names" (NULL: of all) has "name". */
static bool is_wanted(const char *names, const char *name) {
  const size_t n = strlen(name);
  for (; names && *names; names += strcspn(names, ","), names += *names == ',')
    if (strcspn(names, ",") == n && !strncmp(names, name, n))
      return true;
  return !names;
}

/* Check that the list "names" (or NULL) has names of charts only; a message
 * where it has others. */
static bool check_names(const char *names) {
  static const char *const KNOWN[CHARTS] = {"time", "speedup", "lost"};
  for (; names && *names;
       names += strcspn(names, ","), names += *names == ',') {
    const size_t n = strcspn(names, ",");
    size_t i = 0;
    while (i < CHARTS &&
           (strlen(KNOWN[i]) != n || strncmp(KNOWN[i], names, n) != 0))
      i++;
    if (i < CHARTS)
      continue;
    command_complain("there is no chart '%.*s'; there are time, speedup and "
                     "lost",
                     (int)n, names);
    return false;
  }
  return true;
}

/* Read the measurements that --measured names, if it does, into "*out". */
static lcm_status command_measured(lcm_measurements *out,
                                   struct command *command) {
  const char *name = command->values[OPT_MEASURED];
  char *text = NULL;
  size_t len = 0;
  if (!name)
    return LCM_OK;
  const lcm_status status = lcm_file_read(&text, &len, command->ctx, name);
  return status ? status
                : lcm_measurements_parse(out, command->ctx, name, text, len,
                                         LCM_MEASURED_ANY);
}

/* Put the charts of "of" that are wanted into "charts"; return how many. */
static size_t take_charts(struct lcm_chart charts[CHARTS],
                          struct command *command,
                          const struct lcm_charted *of) {
  const char *names = command->values[OPT_CHARTS];
  lcm_ctx *ctx = command->ctx;
  size_t n = 0;
  if (is_wanted(names, "time"))
    n += lcm_chart_time(&charts[n], ctx, of);
  if (is_wanted(names, "speedup"))
    n += lcm_chart_speedup(&charts[n], ctx, of);
  if (is_wanted(names, "lost"))
    n += lcm_chart_lost(&charts[n], ctx, of);
  return n;
}

/* Return whether "file" is to be a script for gnuplot. */
static bool is_script(const char *file) {
  const size_t length = strlen(file);
  return length > 3 && !strcmp(file + length - 3, ".gp");
}

/* Write "buf", a picture or a script for gnuplot, which is freed, to "file". */
static lcm_status write_buffer(struct command *command, lcm_buf *buf,
                               const char *file) {
  if (!is_script(file))
    return command_write_picture(command, buf, file);
  const lcm_status status =
      buf->failed ? LCM_ENOMEM
                  : lcm_file_write(command->ctx, file, buf->text, buf->len);
  lcm_buf_free(buf);
  return status;
}

/* Write "charts" to "file", in the language that its name asks for. */
static lcm_status write_charts(struct command *command,
                               const struct lcm_charts *charts,
                               const char *file) {
  lcm_buf buf = {0};
  if (is_script(file))
    lcm_put_gnuplot(&buf, command->ctx, charts, file);
  else
    lcm_put_charts(&buf, command->ctx, charts);
  return write_buffer(command, &buf, file);
}

lcm_status command_chart(struct command *command,
                         const lcm_prediction *prediction) {
  const char *file = command->values[OPT_CHART];
  struct lcm_chart charts[CHARTS];
  lcm_measurements measured = {0};
  if (!file)
    return LCM_OK;
  if (!check_names(command->values[OPT_CHARTS]))
    return LCM_EUSAGE;
  const lcm_status status = command_measured(&measured, command);
  if (status)
    return status;
  const struct lcm_charted of = {prediction, measured.n ? &measured : NULL, 0};
  const struct lcm_charts all = {charts, take_charts(charts, command, &of),
                                 "chart", false};
  if (all.n)
    return write_charts(command, &all, file);
  command_complain("there is nothing to draw over one point: give several "
                   "values, as -D p=1:64:*2");
  return LCM_EUSAGE;
}

lcm_status command_check_limits(struct command *command,
                                const lcm_program *program,
                                const lcm_machine *machine) {
  const char *option = command->given[OPT_BOUNDS] ? "--bounds" : "--roofline";
  if (!command->given[OPT_BOUNDS] && !command->values[OPT_ROOFLINE])
    return LCM_OK;
  if (program->is_model)
    command_complain("%s is about fragments of a program, and a model has none",
                     option);
  else if (!machine)
    command_complain("%s needs the description of a machine: `lcm calibrate` "
                     "makes one of this one, --machine FILE reads another",
                     option);
  else if (command->given[OPT_BOUNDS] && command->format != LCM_FORMAT_TEXT &&
           command->format != LCM_FORMAT_JSON)
    command_complain("--bounds is written as text or json");
  else
    return LCM_OK;
  return LCM_EUSAGE;
}

lcm_status command_roofline(struct command *command,
                            const lcm_prediction *prediction) {
  const char *file = command->values[OPT_ROOFLINE];
  struct lcm_chart chart;
  const struct lcm_charts all = {&chart, 1, "roofline", false};
  if (!file)
    return LCM_OK;
  if (lcm_chart_roofline(&chart, command->ctx, prediction,
                         prediction->grid->n_points - 1))
    return write_charts(command, &all, file);
  command_complain("there is nothing to draw: no fragment that takes time has "
                   "operations and bytes counted from the source, or the "
                   "machine has no levels");
  return LCM_EUSAGE;
}

lcm_status command_chart_swept(struct command *command,
                               const struct lcm_swept_list *points) {
  const char *file = command->values[OPT_RUN_CHART];
  struct lcm_chart charts[LCM_SWEPT_CHARTS];
  if (!file)
    return LCM_OK;
  const struct lcm_charts all = {
      charts, lcm_charts_swept(charts, command->ctx, points), "chart", false};
  if (all.n)
    return write_charts(command, &all, file);
  command_complain("there is nothing to draw: fewer than two points were "
                   "measured");
  return LCM_EUSAGE;
}

/* Return the variables of "grid" that vary: "p, m, n". */
static const char *varying(struct command *command, const lcm_grid *grid) {
  lcm_buf buf = {0};
  for (size_t j = 0; j < grid->n_names; j++)
    if (!grid->follows[j] && grid->sizes[j] > 1)
      lcm_buf_printf(&buf, "%s%s", buf.len ? ", " : "",
                     lcm_grid_label(grid, j));
  return buf.len ? lcm_ctx_text(command->ctx, &buf) : "none";
}

lcm_status command_chart_variants(struct command *command,
                                  const lcm_comparison *comparison) {
  const char *file = command->values[OPT_WINNERS];
  struct lcm_chart chart;
  const struct lcm_charts all = {&chart, 1, "chart", false};
  lcm_buf buf = {0};
  if (!file)
    return LCM_OK;
  const bool drawn =
      is_script(file)
          ? lcm_put_winner_gnuplot(&buf, command->ctx, comparison, file)
          : lcm_put_winner_map(&buf, command->ctx, comparison, "map");
  if (drawn)
    return write_buffer(command, &buf, file);
  if (lcm_chart_variants(&chart, command->ctx, comparison))
    return write_charts(command, &all, file);
  command_complain("what is drawn is over one variable that varies, or two, "
                   "and not over %s: -D gives them values, p too",
                   varying(command, comparison->grid));
  return LCM_EUSAGE;
}
