#include <string.h>

#include "base/ctx.h"
#include "base/json.h"
#include "base/json_print.h"
#include "cmd/cmd_check.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/lint.h"
#include "cmd/lint_model.h"
#include "cmd/model.h"
#include "cmd/options.h"
#include "model/link/link.h"
#include "model/link/specialise.h"
#include "render/table/style.h"

/* Return all diagnostics as JSON (lcm-check/1). */
static char *to_json(struct command *command) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  lcm_json *document = lcm_json_object();
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "file", lcm_json_string(all[i].at.file));
    lcm_json_set(one, "line", lcm_json_real(all[i].at.line));
    lcm_json_set(one, "column", lcm_json_real(all[i].at.column));
    lcm_json_set(one, "severity",
                 lcm_json_string(lcm_severity_name(all[i].severity)));
    lcm_json_set(one, "id", lcm_json_string(lcm_diag_name(all[i].id)));
    lcm_json_set(one, "message", lcm_json_string(all[i].message));
    lcm_json_add(list, one);
  }
  lcm_json_set(document, "schema", lcm_json_string("lcm-check/1"));
  lcm_json_set(document, "diagnostics", list);
  return lcm_json_print(document);
}

/* Print every diagnostic there is. */
static int list_diagnostics(void) {
  for (int i = 0; i < (int)LCM_DIAG_COUNT; i++)
    printf("%-22s %-8s %s\n", lcm_diag_name((lcm_diag_id)i),
           lcm_severity_name(lcm_diag_severity((lcm_diag_id)i)),
           lcm_diag_meaning((lcm_diag_id)i));
  return EXIT_DONE;
}

/* Check the model that the .pam files among the inputs make together. */
static lcm_status check_model(struct command *command) {
  const struct command_span all = {0, command->inputs.n};
  const lcm_program *model = NULL;
  const lcm_status status = command_models(&model, command, all, true);
  return status || !model ? status : command_lint_model(command, model);
}

/* Put the structures among the inputs behind the "*n" units at "*units".  What
 * is wrong with one is reported, and it has no program. */
static lcm_status add_structures(const struct lcm_unit **units, size_t *n,
                                 struct command *command) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  LCM_LIST(struct lcm_unit) all = {0};
  for (size_t i = 0; i < *n; i++)
    LCM_LIST_ADD(arena, &all, (*units)[i]);
  for (size_t i = 0; i < command->inputs.n; i++) {
    struct lcm_unit one = {.file = command->inputs.at[i]};
    if (!command_is_structure(one.file))
      continue;
    const lcm_status status =
        command_structure(&one.program, command, one.file, true);
    if (status == LCM_ENOMEM || status == LCM_EIO)
      return status;
    one.failed = status != LCM_OK;
    LCM_LIST_ADD(arena, &all, one);
  }
  *units = all.at;
  *n = all.n;
  return LCM_OK;
}

/* Link the "n" units at "units", which are given together: what is said of
 * calls that one of them resolves for another is taken back, as `analyze`
 * does. */
static lcm_status link_units(struct command *command,
                             const struct lcm_unit *units, size_t n) {
  LCM_LIST(const lcm_program *) programs = {0};
  const lcm_program *joined = NULL;
  for (size_t i = 0; i < n; i++)
    if (units[i].program)
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &programs, units[i].program);
  const lcm_status status =
      lcm_program_join(&joined, command->ctx, programs.at, programs.n, true);
  if (!status)
    (void)lcm_program_specialise(command->ctx, joined, false, false);
  return status;
}

int run_check(struct command *command) {
  const struct lcm_unit *units = NULL;
  size_t n = 0;
  if (command->given[OPT_LIST])
    return list_diagnostics();
  if (!command->inputs.n && !command->given[OPT_BUILD]) {
    command_complain("nothing to check; see 'lcm check --help'");
    return EXIT_USAGE;
  }
  lcm_status status = command_analyze(&units, &n, command, false);
  status = status ? status : add_structures(&units, &n, command);
  status = status ? status : command_lint(command, units, n);
  status = status ? status : link_units(command, units, n);
  status = status ? status : check_model(command);
  if (!status && command->format == LCM_FORMAT_JSON) {
    const lcm_status written = command_write(command, to_json(command));
    if (written)
      return command_finish(command, written);
    return lcm_diag_count(command->ctx, LCM_ERROR) ? EXIT_ERRORS : EXIT_DONE;
  }
  return command_finish(command, status);
}
