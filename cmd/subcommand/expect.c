/* lcm check --expect: whether the contracts of a program hold. */
#include "cmd/subcommand/expect.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/effect.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "model/contract/contract.h"
#include "render/text/text.h"
#include "study/contract/contract.h"

/* Return "results" as they are to be printed. */
static char *print(struct command *command, const lcm_contract_results *results,
                   struct command_printing how) {
  const struct lcm_style style = command_style(command);
  if (how.sarif)
    return lcm_render_contracts_sarif(results, LCM_VERSION);
  return how.format == LCM_FORMAT_JSON
             ? lcm_contracts_to_json(results)
             : lcm_render_contracts(command->ctx, results, how.format, &style);
}

lcm_status command_add_contracts(const lcm_program **program,
                                 struct command *command) {
  const char *file = command->values[OPT_CONTRACTS];
  char *text = NULL;
  size_t len = 0;
  lcm_program *more = NULL;
  if (!file)
    return LCM_OK;
  lcm_status status = lcm_file_read(&text, &len, command->ctx, file);
  if (status)
    return status;
  more = LCM_NEW(lcm_ctx_arena(command->ctx), lcm_program);
  *more = **program;
  *program = more;
  return lcm_contracts_read(more, command->ctx, lcm_intern(command->ctx, file),
                            text, len);
}

/* Return the exit status that "results" call for. */
static int exit_status(const lcm_contract_results *results) {
  if (lcm_contracts_count(results, LCM_VERDICT_BROKEN))
    return EXIT_ERRORS;
  return lcm_contracts_count(results, LCM_VERDICT_OPEN) ? EXIT_OPEN : EXIT_DONE;
}

int run_expect(struct command *command, struct command_printing how) {
  const lcm_program *program = NULL;
  struct lcm_predict_options options;
  lcm_contract_results results = {NULL, 0};
  lcm_status status = command_predict_options(&options, command);
  status = status ? status : command_load(&program, command, command->inputs.n);
  status = status ? status : command_add_contracts(&program, command);
  if (!status)
    command_check_variant(command, &program, 1);
  status = status
               ? status
               : lcm_contracts_find(&results, command->ctx, program, &options,
                                    command->defines.at, command->defines.n);
  lcm_contracts_report(command->ctx, &results);
  status =
      status ? status : command_write(command, print(command, &results, how));
  const int finished = command_finish(command, status);
  return finished ? finished : exit_status(&results);
}
