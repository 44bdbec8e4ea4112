/* How a prediction depends on its numbers: the program is read anew where a
 * price weighs operations in its source. */
#include <string.h>

#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/sensitivity.h"
#include "cmd/weights.h"
#include "render/text/text.h"
#include "study/sensitivity/sensitivity.h"

/* Return whether "a" and "b" (or NULL) are the same weights. */
static bool is_same(const struct lcm_weights *a, const struct lcm_weights *b) {
  return a == b || (a && b && !memcmp(a, b, sizeof *a));
}

/* Return whether operations in the source weigh something else on
 * "machine". */
static bool depends(void *user, const lcm_machine *machine) {
  const struct command *command = user;
  return !is_same(command->weights, command_weights(command->ctx, machine));
}

/* Return the program as it is read for "machine", or NULL. */
static const lcm_program *read_again(void *user, const lcm_machine *machine) {
  struct command *command = user;
  const struct lcm_weights *weights = command->weights;
  const bool uncached = command->given[OPT_NO_CACHE];
  const lcm_program *program = NULL;
  command->weights = command_weights(command->ctx, machine);
  command->given[OPT_NO_CACHE] = true;
  if (command_load(&program, command, command->inputs.n) ||
      command_edit(&program, command))
    program = NULL;
  command->weights = weights;
  command->given[OPT_NO_CACHE] = uncached;
  return program;
}

/* Return whether some input of "command" is source, in which operations are
 * counted. */
static bool reads_source(const struct command *command) {
  static const char *const OTHERS[] = {".lcs",  ".pam", ".json",
                                       ".goal", ".stg", ".dot"};
  size_t known = 0;
  for (size_t i = 0; i < command->inputs.n; i++)
    for (size_t k = 0; k < sizeof OTHERS / sizeof *OTHERS; k++)
      known += command_ends_in(command->inputs.at[i], OTHERS[k]);
  return known < command->inputs.n || command->given[OPT_BUILD];
}

/* Put the notation that --formula asks for into "*out"; false, and a message,
 * where there is none of that name. */
static bool take_notation(lcm_notation *out, const struct command *command) {
  static const char *const NAMES[] = {"text", "latex", "c", "python"};
  static const lcm_notation ROWS[] = {LCM_READER, LCM_LATEX, LCM_C, LCM_PYTHON};
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (!strcmp(NAMES[i], command->values[OPT_FORMULA])) {
      *out = ROWS[i];
      return true;
    }
  command_complain("there is no notation '%s'; there are text, latex, c and "
                   "python",
                   command->values[OPT_FORMULA]);
  return false;
}

char *command_sensitivity(struct command *command, const lcm_program *program,
                          const lcm_prediction *prediction,
                          const struct lcm_predict_options *options) {
  const struct lcm_style style = command_style(command);
  const bool source = command->weights && reads_source(command);
  const lcm_sensitivity *found = NULL;
  lcm_notation notation = LCM_READER;
  const struct lcm_sensitivity_request request = {
      .program = program,
      .prediction = prediction,
      .grid = prediction->grid,
      .options = options,
      .reader = {source ? depends : NULL, read_again, command},
      .all = command->format != LCM_FORMAT_TEXT};
  if (command->given[OPT_FORMULA] && !take_notation(&notation, command))
    return NULL;
  if (lcm_sensitivity_find(&found, command->ctx, &request))
    return NULL;
  return command->given[OPT_FORMULA]
             ? lcm_render_derivatives(found, notation)
             : lcm_render_sensitivity(command->ctx, found, command->format,
                                      &style);
}
