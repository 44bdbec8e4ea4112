#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/analyze.h"
#include "analyzer/lower/control/sidecar.h"
#include "analyzer/units/database.h"
#include "base/buf.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/edit.h"
#include "cmd/guard.h"
#include "cmd/model.h"
#include "cmd/options.h"
#include "cmd/units.h"
#include "model/expr/intern.h"
#include "model/lcs/parse.h"
#include "model/link/link.h"
#include "model/link/specialise.h"
#include "model/sections/points.h"
#include "model/structure/names.h"
#include "render/table/style.h"

/* Return whether "diag" is to be shown. */
static bool is_shown(const struct command *command, const lcm_diag *diag) {
  return diag->severity == LCM_ERROR || !command->given[OPT_QUIET];
}

/* Return the terminal colour of "severity". */
static const char *colour_of(lcm_severity severity) {
  return severity == LCM_ERROR     ? "\033[31m"
         : severity == LCM_WARNING ? "\033[33m"
                                   : "\033[36m";
}

int command_finish(struct command *command, lcm_status status) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  const bool colour = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
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
  return errors || status ? EXIT_ERRORS : EXIT_DONE;
}

lcm_status command_write(struct command *command, LCM_TAKE char *text) {
  if (!text)
    return LCM_ENOMEM;
  const lcm_status status = lcm_file_write(
      command->ctx, command->values[OPT_OUTPUT], text, strlen(text));
  free(text);
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

/* Put how the C inputs are to be analysed into "*out". */
static lcm_status analyze_options(struct lcm_analyze_options *out,
                                  struct command *command) {
  size_t jobs = 0;
  size_t size = 0;
  size_t seconds = 0;
  if (!command_number(&jobs, command, OPT_JOBS,
                      "--jobs is a number of processes", 4096) ||
      !command_number(&size, command, OPT_CACHE_SIZE,
                      "--cache-size is a number of MiB", 1 << 20) ||
      !command_number(&seconds, command, OPT_TIMEOUT,
                      "--timeout is a number of seconds", 1 << 20))
    return LCM_EUSAGE;
  *out =
      (struct lcm_analyze_options){.variant = command->values[OPT_VARIANT],
                                   .inactive = command->given[OPT_INACTIVE],
                                   .headers = command->given[OPT_HEADERS],
                                   .sidecars = command->sidecars.at,
                                   .n_sidecars = command->sidecars.n,
                                   .costs = command->given[OPT_COSTS],
                                   .part = command->given[OPT_UNIT],
                                   .dependencies = command->given[OPT_DEPFILE],
                                   .cache = command_cache(command),
                                   .cache_size = size << 20,
                                   .seconds = (unsigned)seconds,
                                   .jobs = (unsigned)jobs};
  command_progress(out, command);
  command_edit_places(out, command);
  if (command->grid) {
    out->given = command->grid->names;
    out->n_given = command->grid->n_names;
  }
  return LCM_OK;
}

typedef LCM_LIST(struct lcm_unit_input) unit_list;

/* Return whether the input "name" is one C file. */
static bool is_c_file(const char *name) {
  return !lcm_path_is_directory(name) && !command_is_structure(name) &&
         !command_is_model(name);
}

/* Add the units of the compilation database of "directory": those of the file
 * "only", all of them for NULL. */
static lcm_status add_database(unit_list *units, struct command *command,
                               const char *directory, const char *only) {
  const struct lcm_unit_input *all = NULL;
  size_t n = 0;
  char *wanted = only ? realpath(only, NULL) : NULL;
  const lcm_status status =
      lcm_compile_commands_read(&all, &n, command->ctx, directory);
  for (size_t i = 0; !status && i < n; i++) {
    char *path = wanted ? realpath(all[i].file, NULL) : NULL;
    if (!only || (wanted && path && !strcmp(path, wanted)))
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), units, all[i]);
    free(path);
  }
  free(wanted);
  return status;
}

/* Add the C file "name" with the flags that the compilation database of --build
 * has for it, else with those of the command line. */
static lcm_status add_file(unit_list *units, struct command *command,
                           const char *name) {
  const struct lcm_unit_input plain = {
      .file = name, .flags = command->flags, .n_flags = command->n_flags};
  const size_t before = units->n;
  const char *build = command->values[OPT_BUILD];
  const lcm_status status =
      build ? add_database(units, command, build, name) : LCM_OK;
  if (!status && units->n == before)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), units, plain);
  return status;
}

/* Put the C files among the inputs from "first" to "last" - 1, with what
 * --build says of them, and those of compilation databases into "*inputs": all
 * of --build where no file is named. */
static lcm_status c_inputs(const struct lcm_unit_input **inputs, size_t *n,
                           struct command *command, size_t first, size_t last) {
  unit_list found = {0};
  lcm_status status = LCM_OK;
  bool files = first > 0;
  for (size_t i = first; i < last && !status; i++) {
    const char *name = command->inputs.at[i];
    const bool is_file = is_c_file(name);
    files = files || is_file;
    if (is_file)
      status = add_file(&found, command, name);
    else if (lcm_path_is_directory(name))
      status = add_database(&found, command, name, NULL);
  }
  if (!status && !files && command->values[OPT_BUILD])
    status = add_database(&found, command, command->values[OPT_BUILD], NULL);
  *inputs = found.at;
  *n = found.n;
  return status;
}

/* Return whether "name" can be read at all. */
static lcm_status check_input(struct command *command, const char *name) {
  if (strcmp(name, "-") != 0 && !lcm_path_exists(name)) {
    lcm_report(command->ctx, LCM_DIAG_IO,
               (lcm_loc){.file = lcm_intern(command->ctx, name)},
               "there is no such file");
    return LCM_EIO;
  }
  return LCM_OK;
}

/* Return what the output of "command" depends on besides what its units are. */
static const char *purpose_of(struct command *command) {
  static const enum option OPTIONS[] = {OPT_CONSTRUCTS, OPT_DATA, OPT_COMPILE,
                                        OPT_UNIT, OPT_COSTS};
  const struct lcm_style style = command_style(command);
  const char *entry = command->values[OPT_ENTRY];
  const char *level = command->values[OPT_LEVEL];
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "%s %d %d %u", command->name, (int)command->format,
                 style.colour, style.width);
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
    lcm_buf_printf(&buf, " %d", command->given[OPTIONS[i]]);
  for (size_t i = 0; i < command->defines.n; i++)
    lcm_buf_printf(&buf, " -D%s", command->defines.at[i]);
  lcm_buf_printf(&buf, " %zu %d %s %s", command->inputs.n,
                 command->values[OPT_BUILD] != NULL, entry ? entry : "",
                 level ? level : "");
  return lcm_ctx_text(command->ctx, &buf);
}

/* Return whether all inputs of "command" are there, and C files or directories
 * with a compilation database. */
static bool is_all_c(const struct command *command) {
  bool all = true;
  for (size_t i = 0; i < command->inputs.n && all; i++) {
    const char *name = command->inputs.at[i];
    all = !command_is_structure(name) && !command_is_model(name) &&
          lcm_path_exists(name);
  }
  return all;
}

lcm_recall *command_recall(struct command *command) {
  const struct lcm_unit_input *inputs = NULL;
  size_t n = 0;
  struct lcm_analyze_options *options =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct lcm_analyze_options);
  if (!command_cache(command) || command->given[OPT_DEPFILE] ||
      !is_all_c(command) ||
      c_inputs(&inputs, &n, command, 0, command->inputs.n) || n < 2 ||
      lcm_diag_count(command->ctx, LCM_NOTE) ||
      analyze_options(options, command))
    return NULL;
  options->constructs_only = command->given[OPT_CONSTRUCTS];
  return lcm_recall_new(command->ctx, inputs, n, options, purpose_of(command));
}

lcm_status command_analyze(const struct lcm_unit **units, size_t *n,
                           struct command *command, bool constructs_only) {
  const struct lcm_unit_input *inputs = NULL;
  struct lcm_analyze_options options;
  lcm_status status = analyze_options(&options, command);
  options.constructs_only = constructs_only;
  for (size_t i = 0; i < command->inputs.n && !status; i++)
    status = check_input(command, command->inputs.at[i]);
  if (!status)
    status = c_inputs(&inputs, n, command, 0, command->inputs.n);
  if (!status)
    status = lcm_analyze(units, command->ctx, inputs, *n, &options);
  return status ? status : command_depfile(command, *units, *n);
}

typedef LCM_LIST(const lcm_program *) program_list;

bool command_is_structure(const char *name) {
  return command_ends_in(name, ".lcs") || !strcmp(name, "-");
}

lcm_status command_structure(const lcm_program **out, struct command *command,
                             const char *name, bool open) {
  char *text = NULL;
  size_t len = 0;
  lcm_status status = lcm_file_read(&text, &len, command->ctx, name);
  const bool is_lcs =
      strcmp(name, "-") != 0 || !len || (len >= 4 && !memcmp(text, "lcs ", 4));
  const struct lcm_pamela_text one = {name, text, len};
  if (!status && is_lcs)
    status = lcm_program_parse(out, command->ctx, name, text, len);
  else if (!status)
    status = command_model(out, command, &one, 1, open);
  return status;
}

/* Add the structure in the file "name" to "units"; one that is a model needs no
 * entry when "open". */
static lcm_status add_structure(program_list *units, struct command *command,
                                const char *name, bool open) {
  const lcm_program *program = NULL;
  const lcm_status status = command_structure(&program, command, name, open);
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), units, program);
  return status;
}

/* Analyse the "n" units at "inputs" into "*units": several in workers, one in
 * this process, which is guarded. */
static lcm_status analyze(const struct lcm_unit **units,
                          struct command *command,
                          const struct lcm_unit_input *inputs, size_t n,
                          struct lcm_analyze_options *options) {
  options->in_process = n == 1;
  command_limit(options->in_process, options->seconds);
  const lcm_status status =
      lcm_analyze(units, command->ctx, inputs, n, options);
  command_limit(false, 0);
  return status;
}

/* Return whether a compilation database is among the inputs: its units may
 * belong to several programs. */
static bool has_database(const struct command *command, size_t first,
                         size_t last) {
  bool found = command->values[OPT_BUILD] != NULL;
  for (size_t i = first; i < last; i++)
    found = found || lcm_path_is_directory(command->inputs.at[i]);
  return found;
}

/* Units that were analysed. */
struct unit_span {
  const struct lcm_unit *at;
  size_t n;
};

/* Return whether "file" is one of "units" that could not be read. */
static bool is_unread(const struct unit_span *units, const char *file) {
  bool unread = false;
  for (size_t i = 0; i < units->n && file && !unread; i++)
    unread = units->at[i].failed && !strcmp(units->at[i].file, file);
  return unread;
}

/* Return whether "diag" can only say that a unit was not read, or not all of
 * it. */
static bool is_of_reading(const lcm_diag *diag) {
  return diag->id == LCM_DIAG_WORKER || diag->id == LCM_DIAG_PARSE_ERROR ||
         diag->id == LCM_DIAG_MISSING_HEADER;
}

/* Return whether all errors are about those of "units" that could not be read,
 * or not all of them: a list of several, and a report on them, shows the others
 * and what was understood. */
static bool may_list(const struct command *command,
                     const struct unit_span *units, bool enter) {
  size_t n_all = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n_all);
  bool list = units->n > 1 && ((!enter && command->name[0] == 'a') ||
                               !strcmp(command->name, "report"));
  for (size_t i = 0; i < n_all && list; i++)
    list = all[i].severity != LCM_ERROR || is_of_reading(&all[i]) ||
           (all[i].id == LCM_DIAG_IO && is_unread(units, all[i].at.file));
  return list;
}

/* Read "inputs" into "programs", a structure for each unit; "enter": one
 * program is wanted. */
static lcm_status read_all(program_list *programs, struct command *command,
                           struct command_span inputs, bool enter) {
  const struct lcm_unit_input *files = NULL;
  const struct lcm_unit *units = NULL;
  struct lcm_analyze_options options;
  size_t n = 0;
  lcm_status status = analyze_options(&options, command);
  const lcm_program *model = NULL;
  for (size_t i = inputs.first; i < inputs.last && !status; i++)
    status = check_input(command, command->inputs.at[i]);
  for (size_t i = inputs.first; i < inputs.last && !status; i++)
    if (command_is_structure(command->inputs.at[i]))
      status = add_structure(programs, command, command->inputs.at[i], !enter);
  if (!status)
    status = command_models(&model, command, inputs, !enter);
  if (model)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), programs, model);
  if (!status)
    status = c_inputs(&files, &n, command, inputs.first, inputs.last);
  if (!status)
    status = analyze(&units, command, files, n, &options);
  if (!status)
    status = command_depfile(command, units, n);
  if (!status)
    status = lcm_sidecars_check(command->ctx, units, n, &options);
  if (status)
    return status;
  for (size_t i = 0; i < n; i++)
    if (units[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), programs, units[i].program);
  if (!programs->n && !lcm_diag_count(command->ctx, LCM_ERROR)) {
    command_complain("nothing to read; see 'lcm %s --help'", command->name);
    return LCM_EUSAGE;
  }
  const struct unit_span span = {units, n};
  return lcm_diag_count(command->ctx, LCM_ERROR) &&
                 (!programs->n || !may_list(command, &span, enter))
             ? LCM_EPARSE
             : LCM_OK;
}

/* Join "programs" for a listing; "lenient": they may be several programs. */
static lcm_status join(const lcm_program **out, struct command *command,
                       const program_list *programs, bool lenient) {
  const lcm_status status =
      lcm_program_join(out, command->ctx, programs->at, programs->n, lenient);
  if (!status && !command->given[OPT_UNIT])
    *out = lcm_program_specialise(command->ctx, *out, false, false);
  return status;
}

/* Load "inputs" as one program; choose where its run begins when "enter". */
static lcm_status load(const lcm_program **out, struct command *command,
                       struct command_span inputs, bool enter) {
  program_list programs = {0};
  const bool lists = command->name[0] == 'a';
  lcm_status status = read_all(&programs, command, inputs, enter);
  if (status)
    return status;
  if (enter)
    return lcm_program_link(out, command->ctx, programs.at, programs.n,
                            command->values[OPT_ENTRY],
                            !has_database(command, inputs.first, inputs.last));
  status = join(out, command, &programs, lists);
  if (!status && !command->given[OPT_UNIT] && !command->given[OPT_COMPILE] &&
      lists)
    *out = lcm_points_settle(command->ctx, *out);
  return status;
}

const char *command_forgive(struct command *command) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  const char *why = NULL;
  LCM_LIST(lcm_diag) errors = {0};
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].severity == LCM_ERROR && !is_of_reading(&all[i]) &&
        all[i].id != LCM_DIAG_IO && all[i].id != LCM_DIAG_NOT_PREDICTED)
      LCM_LIST_ADD(arena, &errors, all[i]);
  for (size_t i = 0; i < errors.n; i++) {
    const char *text = lcm_arena_strdup(arena, errors.at[i].message);
    (void)lcm_diag_withdraw(command->ctx, errors.at[i].id, errors.at[i].at);
    lcm_report(command->ctx, LCM_DIAG_NOT_PREDICTED, errors.at[i].at, "%s",
               text);
    why = why ? why : text;
  }
  return why;
}

/* Return whether an error says that a run cannot begin where it is to. */
static bool has_entry_error(struct command *command) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].id == LCM_DIAG_ENTRY && all[i].severity == LCM_ERROR)
      return true;
  return false;
}

/* Join "programs", which are several, and begin where --entry says. */
static lcm_status enter(const lcm_program **out, struct command *command,
                        const program_list *programs) {
  lcm_ctx *ctx = command->ctx;
  const lcm_program *joined = NULL;
  const lcm_status status =
      lcm_program_join(&joined, ctx, programs->at, programs->n, true);
  return status ? status
                : lcm_program_enter(
                      out, ctx,
                      lcm_points_settle(
                          ctx, lcm_program_specialise(ctx, joined, true, true)),
                      command->values[OPT_ENTRY]);
}

lcm_status command_load_any(const lcm_program **out, const char **why,
                            struct command *command) {
  const struct command_span inputs = {0, command->inputs.n};
  program_list programs = {0};
  lcm_status status = read_all(&programs, command, inputs, true);
  *why = NULL;
  if (status)
    return status;
  status = lcm_program_link(out, command->ctx, programs.at, programs.n,
                            command->values[OPT_ENTRY],
                            !has_database(command, 0, command->inputs.n));
  if (!status || status == LCM_ENOMEM ||
      (command->values[OPT_ENTRY] && has_entry_error(command)))
    return status;
  *why = command_forgive(command);
  if (!*why)
    return status;
  if (!command->values[OPT_ENTRY])
    return join(out, command, &programs, true);
  *why = NULL;
  return enter(out, command, &programs);
}

lcm_status command_load(const lcm_program **out, struct command *command,
                        size_t first, size_t last) {
  return load(out, command, (struct command_span){first, last}, true);
}

lcm_status command_join(const lcm_program **out, struct command *command) {
  return load(out, command, (struct command_span){0, command->inputs.n},
              command->values[OPT_ENTRY] != NULL);
}

lcm_status command_grid(const lcm_grid **out, struct command *command,
                        bool sweep) {
  bool has_p = !sweep;
  for (size_t i = 0; i < command->defines.n; i++) {
    const char *text = command->defines.at[i];
    has_p = has_p || !strncmp(text, "p=", 2) || strstr(text, " p=") ||
            !strncmp(text, "ranks=", 6) || !strncmp(text, "threads=", 8);
  }
  if (!has_p)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->defines, "p=1:16:*2");
  const lcm_status status = lcm_grid_parse(
      out, command->ctx, command->defines.at, command->defines.n);
  command->grid = status ? NULL : *out;
  return status;
}

/* Return whether "name" is a variable that every program has. */
static bool is_of_all(const char *name) {
  static const char *const NAMES[] = {"p", "procs", "ranks", "threads"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(NAMES[i], name))
      return true;
  return false;
}

/* Note that points of "grid" have more processors than "machine". */
static void check_processors(struct command *command, const lcm_grid *grid,
                             const lcm_machine *machine) {
  double most = 0;
  for (size_t i = 0; i < grid->n_points; i++)
    most = fmax(most, lcm_grid_processors(grid, i));
  if (machine && machine->processors > 0 && most > machine->processors)
    lcm_report(command->ctx, LCM_DIAG_MORE_PROCESSORS,
               (lcm_loc){.file = command->values[OPT_MACHINE]},
               "the machine has %g processors; what is predicted for up to %g "
               "is of a larger one like it",
               machine->processors, most);
}

/* Return the statement at the top of the entry of "program" that sets "name" to
 * a number, NULL where none does: what depends on something unknown leaves the
 * value as it is. */
static const lcm_node *setter_of(const lcm_program *program, const char *name) {
  const lcm_function *entry =
      program->entry ? lcm_program_function(program, program->entry) : NULL;
  const lcm_node *body = entry ? entry->body : NULL;
  double value = 0;
  for (size_t i = 0; body && i < body->n_children; i++) {
    const lcm_node *node = body->children[i];
    if (node->kind == LCM_NODE_LET && node->u.let.name == name)
      return lcm_expr_is_number(node->u.let.value, &value) ? node : NULL;
  }
  return NULL;
}

/* Note where "program" sets variable "name" of the grid, whose values have no
 * effect behind that. */
static void check_setter(struct command *command, const lcm_program *program,
                         const char *name) {
  const lcm_node *node = setter_of(program, lcm_intern(command->ctx, name));
  if (node)
    lcm_report(command->ctx, LCM_DIAG_UNUSED_VARIABLE, node->loc,
               "-D %s has no effect from here on: the program sets '%s' itself",
               name, name);
}

void command_check_grid(struct command *command, const lcm_grid *grid,
                        const lcm_program *const *programs, size_t n,
                        const lcm_machine *machine) {
  check_processors(command, grid, machine);
  for (size_t j = 0; j < grid->n_names; j++) {
    bool used = is_of_all(grid->names[j]);
    for (size_t k = 0; k < grid->n_names && !used; k++)
      used = grid->follows[k] && lcm_expr_has(grid->follows[k], grid->names[j]);
    for (size_t i = 0; i < n && !used; i++)
      used = lcm_program_mentions(programs[i], grid->names[j]);
    for (size_t i = 0; i < n; i++)
      check_setter(command, programs[i], grid->names[j]);
    if (!used)
      lcm_report(command->ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
                 "-D %s: nothing in the program mentions '%s'", grid->names[j],
                 grid->names[j]);
  }
}

lcm_status command_predict_options(struct lcm_predict_options *out,
                                   struct command *command) {
  const char *machine = command->values[OPT_MACHINE];
  const char *nested = command->values[OPT_NESTED];
  *out = (struct lcm_predict_options){
      .nodes = command->given[OPT_NODES],
      .formula = command->given[OPT_FORMULA],
      .check = command->given[OPT_CHECK],
      .thesis_li = command->given[OPT_THESIS_LI],
      .thesis_barrier = command->given[OPT_THESIS_BARRIER],
      .nesting_off = nested && !strcmp(nested, "off")};
  if (nested && strcmp(nested, "on") != 0 && strcmp(nested, "off") != 0) {
    command_complain("--nested is on or off, not '%s'", nested);
    return LCM_EUSAGE;
  }
  if (!machine)
    return LCM_OK;
  char *text = NULL;
  size_t len = 0;
  const lcm_status status = lcm_file_read(&text, &len, command->ctx, machine);
  return status ? status
                : lcm_machine_parse(&out->machine, command->ctx, machine, text,
                                    len);
}

struct lcm_style command_style(const struct command *command) {
  const char *columns = getenv("COLUMNS");
  return (struct lcm_style){
      .colour = !command->values[OPT_OUTPUT] && isatty(STDOUT_FILENO) &&
                !getenv("NO_COLOR"),
      .width = columns ? (unsigned)strtoul(columns, NULL, 10) : 0};
}
