/* The options by which inputs become programs.  What a command says of the
 * analysis of units: where results are kept, how far it is. */
#include "cmd/loading.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/effect.h"
#include "cmd/options.h"

/* ---- the cache ------------------------------------------------------------
 */

/* Return the directory "lcm" below the one for caches that the environment
 * says; NULL where it says none. */
static const char *usual_cache(lcm_ctx *ctx) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *cache = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  if (cache && cache[0] == '/')
    return lcm_arena_printf(arena, "%s/lcm", cache);
  return home && home[0] == '/' ? lcm_arena_printf(arena, "%s/.cache/lcm", home)
                                : NULL;
}

/* Return the directory where the results of units are kept; NULL where none is
 * wanted, as where every pass is to be checked. */
static const char *cache_of(struct command *command) {
  if (command->given[OPT_NO_CACHE])
    return NULL;
  if (command->given[OPT_CACHE])
    return command->values[OPT_CACHE];
  if (command->given[OPT_CHECK] || lcm_ctx_options(command->ctx)->check)
    return NULL;
  return usual_cache(command->ctx);
}

/* ---- progress -------------------------------------------------------------
 */

/* How progress is shown. */
struct units_shown {
  /* on one line of a terminal, which is written again and again */
  bool line;
  size_t kept;  /* so many units came from the cache so far */
  double begin; /* when the analysis began */
  double shown; /* when something was shown last */
};

/* Return "name" as it may go to a terminal, at most "most" bytes of it, to be
 * freed by the caller; NULL when out of memory. */
static LCM_GIVE char *shown_name(const char *name, size_t most) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  lcm_buf_shown(&buf, name, strnlen(name, most), "");
  return lcm_buf_take(&buf);
}

/* Show how far the analysis is: on a terminal ten times a second and when it
 * has taken a second, elsewhere every unit. */
static void show(void *user, const struct lcm_progress *progress) {
  struct units_shown *shown = user;
  const double time = lcm_clock_now();
  const bool last = progress->done == progress->n;
  if (!shown->line) {
    char *name = shown_name(progress->file, SIZE_MAX);
    fprintf(stderr, "[%zu/%zu] %s%s\n", progress->done, progress->n,
            name ? name : "", progress->cached > shown->kept ? ", kept" : "");
    free(name);
    shown->kept = progress->cached;
    return;
  }
  if (last && shown->shown > 0)
    fputs("\r\033[K", stderr);
  if (last || time < shown->begin + 1 || time < shown->shown + 0.1)
    return;
  shown->shown = time;
  char *name = shown_name(progress->file, 60);
  fprintf(stderr, "\r\033[K[%zu/%zu] %s", progress->done, progress->n,
          name ? name : "");
  free(name);
  fflush(stderr);
}

/* Let "options" say how far the analysis is, where somebody reads that. */
static void show_progress(struct lcm_analyze_options *options,
                          struct command *command) {
  const bool terminal = isatty(STDERR_FILENO) && !command->given[OPT_QUIET];
  if (!terminal && !command->given[OPT_PROGRESS])
    return;
  struct units_shown *shown =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct units_shown);
  shown->line = isatty(STDERR_FILENO);
  shown->begin = lcm_clock_now();
  options->progress = show;
  options->user = shown;
}

struct lcm_edits command_edits(const struct command *command) {
  return (struct lcm_edits){command->edits.at, command->edits.n,
                            command->given[OPT_EDIT_FORCE]};
}

/* Tell the analysis what -D gives values, but for the number of processors: how
 * often loops run (NAME.trips, trips_LINE), how probable conditions are
 * (prob_LINE), elements of arrays, and variables that hold these values instead
 * of those in the source. */
static void take_given(struct lcm_analyze_options *out,
                       struct command *command) {
  LCM_LIST(const char *) names = {0};
  for (size_t i = 0; i < command->defines.n; i++) {
    const char *text = command->defines.at[i];
    const char *name = lcm_intern_n(command->ctx, text, strcspn(text, "="));
    if (strcmp(name, "p") != 0)
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &names, name);
  }
  out->given = names.at;
  out->n_given = names.n;
}

/* Put by what "command" prices computation into "*out". */
static lcm_status take_incore(enum lcm_incore_mode *out,
                              struct command *command) {
  const char *word = command->values[OPT_INCORE];
  const bool compiler = word && !strcmp(word, "compiler");
  const bool source = word && !strcmp(word, "source");
  const bool clocked = command->clocked || !strcmp(command->name, "analyze");
  *out = LCM_INCORE_SOURCE;
  if (word && !compiler && !source && strcmp(word, "auto") != 0) {
    command_complain("--incore is source, compiler or auto, not '%s'", word);
    return LCM_EUSAGE;
  }
  if (compiler && !clocked)
    lcm_report(command->ctx, LCM_DIAG_INCORE,
               (lcm_loc){.file = command_machine(command)},
               "loops are priced by the operations in the source: no 'clock' "
               "of the machine is known");
  else if (compiler)
    *out = LCM_INCORE_COMPILER;
  else if (!source && command->clocked)
    *out = LCM_INCORE_AUTO;
  return LCM_OK;
}

/* Return whether "command" writes structures that other commands predict, for
 * machines that nobody has named yet. */
static bool keeps(const struct command *command) {
  return command->given[OPT_COMPILE] || command->given[OPT_UNIT];
}

/* Put how the C inputs are to be analysed into "*out". */
static lcm_status analyze_options(struct lcm_analyze_options *out,
                                  struct command *command) {
  size_t jobs = 0;
  size_t size = 0;
  size_t seconds = 0;
  enum lcm_incore_mode incore = LCM_INCORE_SOURCE;
  if (take_incore(&incore, command) ||
      !command_number(&jobs, command, OPT_JOBS,
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
                                   .weights = command->weights,
                                   .slow = command->slow || keeps(command),
                                   .part = command->given[OPT_UNIT],
                                   .dependencies = command->given[OPT_DEPFILE],
                                   .incore = incore,
                                   .cache = cache_of(command),
                                   .cache_size = size << 20,
                                   .seconds = (unsigned)seconds,
                                   .jobs = (unsigned)jobs};
  show_progress(out, command);
  const struct lcm_edits edits = command_edits(command);
  lcm_edits_keep(
      out, command->ctx, &edits,
      !strcmp(command->name, "advise") || command->given[OPT_WHY_SERIAL] ||
          command->given[OPT_BOUNDS] || command->values[OPT_ROOFLINE]);
  take_given(out, command);
  return LCM_OK;
}

/* Return whether "command" predicts: what it says names units that could not be
 * read, and goes on without them. */
static bool predicts(const struct command *command) {
  static const char *const NAMES[] = {"predict", "compare", "advise",
                                      "scale",   "graph",   "report"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(command->name, NAMES[i]))
      return true;
  return false;
}

/* Put what "command" says of its inputs, but for how C is analysed, into
 * "*out". */
static void take_inputs(struct lcm_load_options *out, struct command *command) {
  const bool lists = !strcmp(command->name, "analyze");
  *out = (struct lcm_load_options){
      .inputs = command->inputs.at,
      .n_inputs = command->inputs.n,
      .flags = command->flags,
      .n_flags = command->n_flags,
      .build = command->values[OPT_BUILD],
      .entry = command->values[OPT_ENTRY],
      .model = command->values[OPT_MODEL],
      .depfile = command->values[OPT_DEPFILE],
      .target = command->values[OPT_OUTPUT],
      .help = lcm_arena_printf(lcm_ctx_arena(command->ctx),
                               "; see 'lcm %s --help'", command->name),
      .listed = lists,
      .settled =
          lists && !command->given[OPT_UNIT] && !command->given[OPT_COMPILE],
      .entered = command->given[OPT_WHY_SERIAL],
      .partial = predicts(command),
      .apart = command->given[OPT_UNIT]};
}

lcm_status command_loading(struct lcm_load_options *out,
                           struct command *command) {
  take_inputs(out, command);
  return analyze_options(&out->analyze, command);
}

/* Return what the output of "command" depends on besides what its units are. */
static const char *purpose_of(struct command *command) {
  static const enum option OPTIONS[] = {OPT_CONSTRUCTS, OPT_DATA,
                                        OPT_COMPILE,    OPT_UNIT,
                                        OPT_COSTS,      OPT_WHY_SERIAL};
  const struct lcm_style style = command_style(command);
  const char *entry = command->values[OPT_ENTRY];
  const char *level = command->values[OPT_LEVEL];
  const char *line = command->values[OPT_LINE];
  const char *least = command->values[OPT_THRESHOLD];
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "%s %d %d %u %d", command->name, (int)command->format,
                 style.colour, style.width, style.fits);
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
    lcm_buf_printf(&buf, " %d", command->given[OPTIONS[i]]);
  for (size_t i = 0; i < command->defines.n; i++)
    lcm_buf_printf(&buf, " -D%s", command->defines.at[i]);
  lcm_buf_printf(&buf, " %zu %d %s %s %s %s", command->inputs.n,
                 command->values[OPT_BUILD] != NULL, entry ? entry : "",
                 level ? level : "", line ? line : "", least ? least : "");
  return lcm_ctx_text(command->ctx, &buf);
}

lcm_recall *command_recall(struct command *command) {
  const struct lcm_unit_input *inputs = NULL;
  size_t n = 0;
  struct lcm_load_options *options =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct lcm_load_options);
  take_inputs(options, command);
  if (!cache_of(command) || command->given[OPT_DEPFILE] ||
      (command->given[OPT_WHY_SERIAL] && command_machine(command)) ||
      !lcm_load_is_all_c(options) ||
      lcm_load_inputs(&inputs, &n, command->ctx, options) || n < 2 ||
      lcm_diag_count(command->ctx, LCM_WARNING) ||
      analyze_options(&options->analyze, command))
    return NULL;
  options->analyze.constructs_only = command->given[OPT_CONSTRUCTS];
  return lcm_recall_new(command->ctx, inputs, n, &options->analyze,
                        purpose_of(command));
}

lcm_status command_load(const lcm_program **out, struct command *command,
                        size_t n) {
  struct lcm_load_options options;
  lcm_status status = command_loading(&options, command);
  options.n_inputs = n;
  return status ? status : lcm_load_program(out, command->ctx, &options);
}

lcm_status command_join(const lcm_program **out, struct command *command) {
  struct lcm_load_options options;
  const lcm_status status = command_loading(&options, command);
  return status ? status : lcm_load_joined(out, command->ctx, &options);
}

lcm_status command_edit(const lcm_program **program, struct command *command) {
  const struct lcm_edits edits = command_edits(command);
  return lcm_edits_make(program, command->ctx, &edits);
}

lcm_status command_load_variants(lcm_variants *out, struct command *command) {
  const struct lcm_edits edits = command_edits(command);
  struct lcm_load_options options;
  const lcm_status status = command_loading(&options, command);
  return status ? status
                : lcm_variants_load(out, command->ctx, &options, &edits);
}

lcm_status command_check_grid(struct command *command, const lcm_grid *grid,
                              const lcm_program *program,
                              const lcm_machine *machine) {
  const struct lcm_grid_use use = {grid, &program, 1, machine,
                                   command_machine(command)};
  command_check_variant(command, &program, 1);
  return lcm_grid_check(command->ctx, &use);
}

lcm_status command_check_variants(struct command *command, const lcm_grid *grid,
                                  const lcm_variants *variants,
                                  const lcm_machine *machine) {
  const struct lcm_grid_use use = {
      grid, lcm_variants_programs(command->ctx, variants), variants->n, machine,
      command_machine(command)};
  command_check_variant(command, use.programs, use.n);
  return lcm_grid_check(command->ctx, &use);
}
