/* What subcommands share: numbers, grids, diagnostics, output. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "analyzer/analyzer.h"
#include "analyzer/lower/lower.h"
#include "base/fs.h"
#include "base/host.h"
#include "cmd/common.h"
#include "cmd/guard.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/watch.h"
#include "cmd/weights.h"
#include "model/lcs/lcs.h"
#include "model/link/link.h"
#include "study/variants/variants.h"

static bool is_shown(const struct command *command, const lcm_diag *diag) {
  return diag->severity == LCM_ERROR || !command->given[OPT_QUIET];
}

/* Return the terminal colour of "severity". */
static const char *colour_of(lcm_severity severity) {
  return severity == LCM_ERROR     ? "\033[31m"
         : severity == LCM_WARNING ? "\033[33m"
                                   : "\033[36m";
}

/* Return whether what "command" writes to "file" has colours. */
static bool has_colour(const struct command *command, int file) {
  const char *no = getenv("NO_COLOR");
  if (command->colour != COLOUR_AUTO)
    return command->colour == COLOUR_ALWAYS;
  return isatty(file) && !(no && *no);
}

int command_finish(struct command *command, lcm_status status) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  const bool colour = has_colour(command, STDERR_FILENO);
  bool usage = status == LCM_EUSAGE || status == LCM_EIO;
  for (size_t i = 0; i < n; i++) {
    usage = usage || (all[i].severity == LCM_ERROR && all[i].id == LCM_DIAG_IO);
    if (!is_shown(command, &all[i]))
      continue;
    fprintf(stderr, "%s%s%s\n", colour ? colour_of(all[i].severity) : "",
            lcm_diag_format(command->ctx, &all[i]), colour ? "\033[0m" : "");
  }
  const size_t errors = lcm_diag_count(command->ctx, LCM_ERROR);
  const size_t warnings = lcm_diag_count(command->ctx, LCM_WARNING) - errors;
  if (status == LCM_ENOMEM)
    fputs("lcm: error: out of memory [io]\n", stderr);
  if (errors + warnings > 1 && !command->given[OPT_QUIET])
    fprintf(stderr, "lcm: %zu error%s, %zu warning%s\n", errors,
            errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
  if (usage || status == LCM_ENOMEM)
    return EXIT_USAGE;
  return command_ended(command, status == LCM_ESTOPPED && !errors,
                       errors || status ? EXIT_ERRORS : EXIT_DONE);
}

/* Append what the answer of "command" has so far to "buf", where that is not
 * all of it; of an object of JSON, "text", its first brace too.  Return what is
 * left of "text". */
static const char *put_so_far(lcm_buf *buf, const struct command *command,
                              const char *text) {
  const char *so_far = lcm_ctx_so_far(command->ctx, NULL);
  const bool object = command->format == LCM_FORMAT_JSON && text[0] == '{';
  if (so_far && object)
    lcm_buf_printf(buf, "{\n  \"so_far\": \"%s\",", so_far);
  else if (so_far && command->format == LCM_FORMAT_TEXT && text[0] != '<')
    lcm_buf_printf(buf, "the answer so far: %s\n\n", so_far);
  return text + (so_far && object);
}

lcm_status command_write(struct command *command, LCM_TAKE char *text) {
  if (!text)
    return LCM_ENOMEM;
  lcm_buf shown = {0};
  lcm_buf_puts(&shown, "");
  char *const whole = text;
  text += put_so_far(&shown, command, text) - text;
  if (command->format == LCM_FORMAT_TEXT)
    lcm_buf_shown(&shown, text, strlen(text), "\n\t\033");
  else
    lcm_buf_puts(&shown, text);
  free(whole);
  const lcm_status status =
      shown.failed ? LCM_ENOMEM
                   : lcm_file_write(command->ctx, command->values[OPT_OUTPUT],
                                    shown.text, shown.len);
  lcm_buf_free(&shown);
  return status;
}

bool command_ends_in(const char *name, const char *suffix) {
  const size_t n = strlen(name);
  const size_t k = strlen(suffix);
  return n >= k && !strcmp(name + n - k, suffix);
}

bool command_number(size_t *out, const struct command *command,
                    enum option option, const char *what, size_t most) {
  const char *text = command->values[option];
  char *end = NULL;
  const unsigned long n = text ? strtoul(text, &end, 10) : 0;
  *out = n;
  if (!text || (!*end && text[0] != '-' && n >= 1 && n <= most))
    return true;
  command_complain("%s, not '%s'", what, text);
  return false;
}

bool command_read_printing(struct command_printing *out,
                           const struct command *command, enum option option) {
  static const char *const NAMES[] = {"text", "json", "csv", "tsv", "sarif"};
  const char *name = command->values[option];
  *out = (struct command_printing){LCM_FORMAT_TEXT, false};
  for (int i = 0; name && i < 5; i++)
    if (!strcmp(NAMES[i], name)) {
      out->sarif = i == 4;
      out->format = out->sarif ? LCM_FORMAT_JSON : (lcm_format)i;
      return true;
    }
  if (name)
    command_complain("there is no format '%s'; there are text, json, sarif, "
                     "csv and tsv",
                     name);
  return !name;
}

bool command_threshold(double *out, const struct command *command) {
  static const double LEAST = 0.01;
  const char *text = command->values[OPT_THRESHOLD];
  const char *end = NULL;
  *out = text ? lcm_strtod(text, &end) : LEAST;
  if (!text || (end != text && !*end && *out >= 0 && *out < 1))
    return true;
  command_complain("--threshold is a share of the time from 0 to below 1, not "
                   "'%s'",
                   text);
  return false;
}

lcm_status command_grid(const lcm_grid **out, struct command *command,
                        bool sweep) {
  lcm_status status = LCM_OK;
  if (sweep && command->processors &&
      !lcm_grid_says_processors(command->defines.at, command->defines.n))
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->defines,
                 command->processors);
  status = lcm_grid_read(out, command->ctx, command->defines.at,
                         command->defines.n, sweep);
  command->grid = status ? NULL : *out;
  return status;
}

/* Return the description that was asked for, or is kept for this host; NULL for
 * none. */
static const char *own_machine(const struct command *command) {
  const char *file = command->values[OPT_MACHINE];
  const char *usual = getenv("LCM_MACHINE");
  if (file)
    return file;
  return usual && *usual ? usual : lcm_host_machine_find(command->ctx);
}

const char *command_machine(const struct command *command) {
  const char *file = own_machine(command);
  file = file ? file : lcm_typical_find(command->ctx).path;
  return file && !strcmp(file, "none") ? NULL : file;
}

/* Return "machine" with a name that says that nobody measured it here, where it
 * was neither asked for nor kept. */
static const lcm_machine *say_typical(const struct command *command,
                                      const lcm_machine *machine) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  if (own_machine(command))
    return machine;
  lcm_machine *named = LCM_NEW(arena, lcm_machine);
  *named = *machine;
  named->name = lcm_arena_printf(
      arena, "%s: typical values%s, `lcm calibrate` measures this machine",
      machine->name,
      lcm_typical_find(command->ctx).same
          ? ""
          : " of the nearest processor that is described");
  return named;
}

/* Return whether "command" asks what sets times. */
static bool command_limits(const struct command *command) {
  return command->given[OPT_BOUNDS] || command->values[OPT_ROOFLINE];
}

lcm_status command_predict_options(struct lcm_predict_options *out,
                                   struct command *command) {
  const char *machine = command_machine(command);
  const char *nested = command->values[OPT_NESTED];
  *out = (struct lcm_predict_options){
      .nodes = command->given[OPT_NODES],
      .limits = command_limits(command),
      .formula = command->given[OPT_FORMULA],
      .check = command->given[OPT_CHECK],
      .thesis_li = command->given[OPT_THESIS_LI],
      .thesis_barrier = command->given[OPT_THESIS_BARRIER],
      .nesting_off = nested && !strcmp(nested, "off")};
  if (nested && strcmp(nested, "on") != 0 && strcmp(nested, "off") != 0) {
    command_complain("--nested is on or off, not '%s'", nested);
    return LCM_EUSAGE;
  }
  if (!machine && !own_machine(command))
    out->no_machine = lcm_typical_find(command->ctx).missing;
  if (!machine)
    return LCM_OK;
  char *text = NULL;
  size_t len = 0;
  lcm_status status = lcm_file_read(&text, &len, command->ctx, machine);
  status = status ? status
                  : lcm_machine_parse(&out->machine, command->ctx, machine,
                                      text, len);
  if (!status)
    out->machine = say_typical(command, out->machine);
  if (!status)
    command->weights = command_weights(command->ctx, out->machine);
  command->slow = !status && lcm_machine_has_slow(out->machine);
  command->clocked = !status && out->machine->clock > 0;
  return status;
}

/* Return how many columns standard output has; 0 where nobody knows. */
static unsigned columns_of(const struct command *command) {
  const char *columns = getenv("COLUMNS");
  struct winsize size;
  if (columns && *columns)
    return (unsigned)strtoul(columns, NULL, 10);
  return !command->values[OPT_OUTPUT] && isatty(STDOUT_FILENO) &&
                 !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)
             ? size.ws_col
             : 0;
}

struct lcm_style command_style(const struct command *command) {
  return (struct lcm_style){.colour = command->values[OPT_OUTPUT]
                                          ? command->colour == COLOUR_ALWAYS
                                          : has_colour(command, STDOUT_FILENO),
                            .width = columns_of(command),
                            .fits = !command->values[OPT_OUTPUT] &&
                                    isatty(STDOUT_FILENO)};
}

lcm_status command_measured_as(struct lcm_measured_as *out,
                               struct command *command) {
  lcm_ctx *ctx = command->ctx;
  const size_t n = command->params.n;
  const char *from = command->values[OPT_READ_AS];
  const char *unit = command->values[OPT_RUN_UNIT];
  struct lcm_measured_param *params =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_measured_param, n + 1);
  lcm_status status = LCM_OK;
  *out = (struct lcm_measured_as){.params = params, .n_params = n};
  for (size_t i = 0; i < n && !status; i++)
    status = lcm_measured_param_parse(&params[i], ctx, command->params.at[i]);
  if (!status && from)
    status = lcm_measured_format(&out->format, ctx, from, false);
  return status || !unit ? status
                         : lcm_measured_unit_parse(&out->unit, ctx, unit);
}
