/* The options by which inputs become programs. */
#include <string.h>

#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/units.h"

struct lcm_edits command_edits(const struct command *command) {
  return (struct lcm_edits){command->edits.at, command->edits.n,
                            command->given[OPT_EDIT_FORCE]};
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
  const struct lcm_edits edits = command_edits(command);
  lcm_edits_keep(out, command->ctx, &edits, !strcmp(command->name, "advise"));
  if (command->grid) {
    out->given = command->grid->names;
    out->n_given = command->grid->n_names;
  }
  return LCM_OK;
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
      .here = true,
      .listed = lists,
      .settled =
          lists && !command->given[OPT_UNIT] && !command->given[OPT_COMPILE],
      .partial = !strcmp(command->name, "report"),
      .apart = command->given[OPT_UNIT]};
}

lcm_status command_loading(struct lcm_load_options *out,
                           struct command *command) {
  take_inputs(out, command);
  return analyze_options(&out->analyze, command);
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

lcm_recall *command_recall(struct command *command) {
  const struct lcm_unit_input *inputs = NULL;
  size_t n = 0;
  struct lcm_load_options *options =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct lcm_load_options);
  take_inputs(options, command);
  if (!command_cache(command) || command->given[OPT_DEPFILE] ||
      !lcm_load_is_all_c(options) ||
      lcm_load_inputs(&inputs, &n, command->ctx, options) || n < 2 ||
      lcm_diag_count(command->ctx, LCM_NOTE) ||
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

void command_check_grid(struct command *command, const lcm_grid *grid,
                        const lcm_program *program,
                        const lcm_machine *machine) {
  const struct lcm_grid_use use = {grid, &program, 1, machine,
                                   command->values[OPT_MACHINE]};
  lcm_grid_check(command->ctx, &use);
}

void command_check_variants(struct command *command, const lcm_grid *grid,
                            const lcm_variants *variants,
                            const lcm_machine *machine) {
  const struct lcm_grid_use use = {
      grid, lcm_variants_programs(command->ctx, variants), variants->n, machine,
      command->values[OPT_MACHINE]};
  lcm_grid_check(command->ctx, &use);
}
