/* lcm check: lint, and the list of diagnostics there are. */
#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "cmd/common.h"
#include "cmd/effect.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/check.h"
#include "cmd/subcommand/expect.h"
#include "model/link/link.h"
#include "render/text/text.h"
#include "study/check/check.h"

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

/* Return what was looked at where there are no errors, and that nothing is
 * wrong where that is so; "program" was looked at for races, NULL: none was. */
static char *to_text(struct command *command, const lcm_program *program) {
  const char *variants = command->values[OPT_VARIANT];
  char *races = program ? lcm_render_races(program) : NULL;
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  if (!lcm_diag_count(command->ctx, LCM_WARNING))
    lcm_buf_puts(&buf, "nothing is wrong in comments and models");
  else
    lcm_buf_puts(&buf, "checked");
  if (variants)
    lcm_buf_printf(&buf, ", variant %s", variants);
  lcm_buf_printf(&buf, "\n%s",
                 races && *races ? races
                                 : "no parallel loop or region is looked at "
                                   "for races\n");
  free(races);
  return lcm_buf_take(&buf);
}

/* Return all diagnostics as "how" says, JSON or SARIF. */
static char *to_document(struct command *command, struct command_printing how) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(command->ctx, &n);
  return how.sarif ? lcm_render_diags_sarif(all, n, LCM_VERSION)
                   : to_json(command);
}

int run_check(struct command *command) {
  struct lcm_load_options options;
  struct command_printing how;
  const lcm_program *program = NULL;
  if (!command_read_printing(&how, command, OPT_ADVICE_FORMAT))
    return EXIT_USAGE;
  if (command->given[OPT_LIST])
    return list_diagnostics();
  if (!command->inputs.n && !command->given[OPT_BUILD]) {
    command_complain("nothing to check; see 'lcm check --help'");
    return EXIT_USAGE;
  }
  if (command->given[OPT_EXPECT] || command->given[OPT_CONTRACTS])
    return run_expect(command, how);
  lcm_status status = command_loading(&options, command);
  status = status ? status : lcm_check(&program, command->ctx, &options);
  if (!status && program)
    command_check_variant(command, &program, 1);
  if (!status && how.format == LCM_FORMAT_JSON) {
    const lcm_status written =
        command_write(command, to_document(command, how));
    if (written)
      return command_finish(command, written);
    return lcm_diag_count(command->ctx, LCM_ERROR) ? EXIT_ERRORS : EXIT_DONE;
  }
  if (!status && !lcm_diag_count(command->ctx, LCM_ERROR))
    status = command_write(command, to_text(command, program));
  return command_finish(command, status);
}
