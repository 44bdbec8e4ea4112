/* lcm decide: the best choices of a model's decisions. */
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/decide.h"
#include "render/text/text.h"
#include "study/decide/decide.h"

/* Put the table of all choices of "d", or its JSON, into "*text". */
static lcm_status decide(char **text, struct command *command,
                         const struct lcm_choices *d) {
  const struct lcm_style style = command_style(command);
  const lcm_comparison *comparison = NULL;
  const lcm_status status = lcm_choices_compare(&comparison, command->ctx, d);
  if (status)
    return status;
  if (command->format == LCM_FORMAT_JSON) {
    *text = lcm_comparison_to_json(comparison);
    return LCM_OK;
  }
  lcm_buf buf = {0};
  char *table =
      lcm_render_comparison(command->ctx, comparison, command->format, &style);
  lcm_buf_puts(&buf, table ? table : "");
  free(table);
  if (command->format == LCM_FORMAT_TEXT)
    lcm_choices_put(&buf, command->ctx, comparison, d);
  *text = lcm_buf_take(&buf);
  return LCM_OK;
}

/* Return what is known of the choices of "d" in closed form: a C function, or
 * text. */
static lcm_status decide_in_general(char **text, lcm_ctx *ctx,
                                    const struct lcm_choices *d, bool c) {
  const lcm_decisions *known = NULL;
  const lcm_status status = lcm_decide(&known, ctx, d->program, d->names, d->n);
  if (!status)
    *text = c ? lcm_decisions_to_c(known) : lcm_decisions_to_str(known);
  return status;
}

/* Return whether the values of --emit and --formula make sense, with a message
 * where they do not. */
static bool check_options(const struct command *command) {
  const char *emit = command->values[OPT_EMIT];
  const char *formula = command->values[OPT_FORMULA];
  if (emit && strcmp(emit, "c") != 0)
    command_complain("there is no language '%s'; there is c", emit);
  else if (formula && strcmp(formula, "text") != 0)
    command_complain("there is no notation '%s' for decisions; there is text",
                     formula);
  else
    return true;
  return false;
}

int run_decide(struct command *command) {
  struct lcm_choices choices;
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  char *text = NULL;
  if (!check_options(command))
    return EXIT_USAGE;
  lcm_status status = command_load(&program, command, command->inputs.n);
  status = status ? status : command_grid(&grid, command, false);
  if (status)
    return command_finish(command, status);
  if (!program->is_model) {
    command_complain("decide takes models (.pam); lcm compare sets variants of "
                     "programs side by side");
    return EXIT_USAGE;
  }
  status = command_check_grid(command, grid, program, NULL);
  status =
      status ? status : lcm_choices_find(&choices, command->ctx, program, grid);
  if (status)
    return command_finish(command, status);
  const bool general = command->given[OPT_EMIT] || command->given[OPT_FORMULA];
  status = general ? decide_in_general(&text, command->ctx, &choices,
                                       command->given[OPT_EMIT])
                   : decide(&text, command, &choices);
  status = status ? status : command_write(command, text);
  return command_finish(command, status);
}
