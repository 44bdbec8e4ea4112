/* Options that have no effect in a run: each says what it would need. */
#include "cmd/effect.h"

#include <string.h>

#include "base/fs.h"
#include "cmd/options.h"

/* "option" of the subcommand "only" (NULL: of any) has an effect with "needs"
 * alone ("without": without it alone), as "text" says. */
struct condition {
  enum option option;
  const char *only;
  enum option other;
  bool without;
  const char *text;
};

static const struct condition CONDITIONS[] = {
    {OPT_CHARTS, NULL, OPT_CHART, false, "--chart FILE draws them"},
    {OPT_STATE, "predict", OPT_TIMELINE, false, "--timeline FILE shows states"},
    {OPT_EDIT_FORCE, NULL, OPT_EDIT, false, "there is no --edit"},
    {OPT_LEVEL, NULL, OPT_COSTS, false, "--costs counts what moves there"},
    {OPT_LINE, NULL, OPT_LEVEL, false, "--level has lines"},
    {OPT_INACTIVE, NULL, OPT_CONSTRUCTS, false, "--constructs lists them"},
    {OPT_HEADERS, NULL, OPT_CONSTRUCTS, false, "--constructs lists them"},
    {OPT_CACHE_SIZE, NULL, OPT_NO_CACHE, true, "--no-cache keeps nothing"},
    {OPT_NODES, NULL, OPT_FORMULA, true, "--formula prints the closed form"},
    {OPT_NODES, NULL, OPT_EQUATIONS, true, "--equations prints equations"},
    {OPT_BOUNDS, NULL, OPT_FORMULA, true, "--formula prints the closed form"},
    {OPT_BOUNDS, NULL, OPT_EQUATIONS, true, "--equations prints equations"},
    {OPT_MPICC, NULL, OPT_MPI, false, "--mpi COMMAND measures messages"},
    {OPT_QUICK, NULL, OPT_MERGE, true, "--merge measures nothing"},
    {OPT_RUNTIME, NULL, OPT_MERGE, true, "--merge measures nothing"},
    {OPT_MPI, NULL, OPT_MERGE, true, "--merge measures nothing"},
    {OPT_MACHINE, "analyze", OPT_WHY_SERIAL, false, "--why-serial has times"},
    {OPT_MACHINE, "scale", OPT_MEASURED, true, "--measured predicts nothing"},
    {OPT_READ_AS, "scale", OPT_MEASURED, false, "--measured FILE is read so"},
    {OPT_RUN_PARAM, "scale", OPT_MEASURED, false, "--measured FILE has runs"},
    {OPT_RUN_UNIT, "scale", OPT_MEASURED, false, "--measured FILE has times"},
    {OPT_METHOD, "scale", OPT_MEASURED, true, "--measured predicts nothing"},
    {OPT_MODELS, "scale", OPT_MEASURED, true, "--measured predicts nothing"},
    {OPT_VARIANT, "scale", OPT_MEASURED, true, "--measured predicts nothing"},
    {OPT_ENTRY, "scale", OPT_MEASURED, true, "--measured predicts nothing"},
    {OPT_NESTED, "scale", OPT_MEASURED, true, "--measured predicts nothing"},
    {OPT_DEFINE, "scale", OPT_MEASURED, true, "--measured predicts nothing"}};

/* Options on simulations, and which of them are on chance. */
static const struct {
  enum option option;
  bool chance;
} SIMULATION[] = {{OPT_SEED, true},         {OPT_REPLICATIONS, true},
                  {OPT_PRECISION, true},    {OPT_OVERTAKE, false},
                  {OPT_RANDOM_TIES, false}, {OPT_VISITS, false}};

/* Return whether "option" is given to "command". */
static bool is_given(const struct command *command, enum option option) {
  return command->given[option] || command->values[option];
}

/* Warn that "option" has no effect, for the reason "text". */
static void warn(struct command *command, enum option option,
                 const char *text) {
  lcm_report(command->ctx, LCM_DIAG_UNUSED_OPTION, (lcm_loc){0},
             "%s has no effect here: %s", command_option_name(option), text);
}

/* Return whether "command" may simulate. */
static bool simulates(const struct command *command) {
  const char *methods = command->values[OPT_METHOD];
  return (methods && strstr(methods, "simulate")) ||
         is_given(command, OPT_TRACE) || !strcmp(command->name, "graph");
}

void command_check_effect(struct command *command) {
  for (size_t i = 0; i < sizeof CONDITIONS / sizeof *CONDITIONS; i++) {
    const struct condition *c = &CONDITIONS[i];
    if (is_given(command, c->option) &&
        (!c->only || !strcmp(c->only, command->name)) &&
        is_given(command, c->other) == c->without)
      warn(command, c->option, c->text);
  }
  const char *notation = command->values[OPT_FORMULA];
  if (is_given(command, OPT_EQUATIONS) && notation && strcmp(notation, "c"))
    warn(command, OPT_FORMULA,
         "--equations prints equations, with --formula c as a function in C");
  const char *variants = command->values[OPT_VARIANT];
  if (variants && strchr(variants, ',') && strcmp(command->name, "compare") &&
      strcmp(command->name, "report"))
    warn(command, OPT_VARIANT,
         "it takes one name; `lcm compare` sets several side by side");
  for (size_t i = 0; i < sizeof SIMULATION / sizeof *SIMULATION; i++)
    if (is_given(command, SIMULATION[i].option) && !simulates(command))
      warn(command, SIMULATION[i].option,
           "nothing is simulated, as by --method simulate");
}

void command_check_chance(struct command *command,
                          const lcm_prediction *const *all, size_t n) {
  bool simulated = false;
  bool random = false;
  for (size_t v = 0; v < n; v++)
    for (size_t i = 0; i < all[v]->grid->n_points; i++) {
      const struct lcm_simulate_result *s = all[v]->points[i].simulation;
      simulated = simulated || s;
      random = random || (s && s->random);
    }
  for (size_t i = 0; i < sizeof SIMULATION / sizeof *SIMULATION; i++)
    if (SIMULATION[i].chance && is_given(command, SIMULATION[i].option) &&
        simulated && !random)
      warn(command, SIMULATION[i].option,
           "nothing that is simulated is a matter of chance");
}

/* Return whether "text" has a directive of the variant "name". */
static bool has_variant(const char *text, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = strstr(text, "variant"); at;
       at = strstr(at, "variant")) {
    at += strlen("variant");
    at += strspn(at, " \t");
    if (!strncmp(at, name, n) && strchr(": \t", at[n]))
      return true;
  }
  return false;
}

/* Return whether the file "path" has a directive of the variant "name"; also
 * where it cannot be read. */
static bool file_has(struct command *command, const char *path,
                     const char *name) {
  char *text = NULL;
  size_t len = 0;
  const bool muted = lcm_ctx_mute(command->ctx, true);
  const lcm_status status = lcm_file_read(&text, &len, command->ctx, path);
  (void)lcm_ctx_mute(command->ctx, muted);
  return status || has_variant(text, name);
}

/* Return whether a file that a part of "program" stands in has a directive of
 * the variant "name". */
static bool program_has(struct command *command, const lcm_program *program,
                        const char *name) {
  const char *last = NULL;
  for (size_t i = 0; i < program->n_files; i++)
    if (file_has(command, program->files[i], name))
      return true;
  for (size_t i = 0; i < program->n_functions; i++) {
    const char *file = program->functions[i].loc.file;
    if (file && file != last && file_has(command, file, name))
      return true;
    last = file ? file : last;
  }
  return false;
}

/* Return whether a directive of the "n" programs "all", or of the files of
 * directives of "command", is of the variant "name". */
static bool any_has(struct command *command, const lcm_program *const *all,
                    size_t n, const char *name) {
  for (size_t i = 0; i < command->sidecars.n; i++)
    if (file_has(command, command->sidecars.at[i], name))
      return true;
  for (size_t i = 0; i < n; i++)
    if (all[i]->is_model || program_has(command, all[i], name))
      return true;
  return false;
}

void command_check_variant(struct command *command,
                           const lcm_program *const *all, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  const char *names = command->values[OPT_VARIANT];
  bool found =
      !names || (strchr(names, ',') && strcmp(command->name, "compare"));
  for (const char *at = names; at && *at && !found;) {
    const size_t len = strcspn(at, ", ");
    found = any_has(command, all, n, lcm_arena_strndup(arena, at, len));
    at += len + (at[len] != '\0');
  }
  if (!found)
    warn(command, OPT_VARIANT,
         lcm_arena_printf(arena, "no directive is of the variant '%s'", names));
}
