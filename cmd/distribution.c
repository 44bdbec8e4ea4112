/* How a time is distributed, as a command prints it. */
#include <math.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/distribution.h"
#include "cmd/options.h"
#include "render/text/text.h"
#include "study/distribution/distribution.h"

/* Put the time that --within asks for into "*out", NaN where it does not;
 * false, and a message, where it is none. */
static bool take_within(double *out, const struct command *command) {
  const char *text = command->values[OPT_WITHIN];
  const lcm_expr *e = NULL;
  *out = NAN;
  if (!text)
    return true;
  const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
  const bool muted = lcm_ctx_mute(command->ctx, true);
  const bool read = !lcm_expr_parse(&e, command->ctx, &source) &&
                    !lcm_expr_eval(out, e, NULL, 0);
  (void)lcm_ctx_mute(command->ctx, muted);
  if (read && *out >= 0)
    return true;
  command_complain("--within is a time, such as '5 ms', not '%s'", text);
  return false;
}

char *command_distribution(struct command *command, const lcm_program *program,
                           const lcm_prediction *prediction,
                           const struct lcm_predict_options *options) {
  const struct lcm_style style = command_style(command);
  const lcm_distribution *found = NULL;
  struct lcm_distribution_request request = {
      .program = program, .prediction = prediction, .options = options};
  if (!take_within(&request.within, command) ||
      lcm_distribution_find(&found, command->ctx, &request))
    return NULL;
  return lcm_render_distribution(command->ctx, found, command->format, &style);
}
