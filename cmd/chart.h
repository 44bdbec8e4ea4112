/* Charts where --chart asks for them: which, in which language. */
#pragma once

#include "cmd/command.h"
#include "model/measurement/measurement.h"

/* Draw "prediction" where --chart asks for it. */
lcm_status command_chart(struct command *command,
                         const lcm_prediction *prediction);

/* Draw "comparison" where --chart asks for it: who is fastest where over two
 * variables, or the times over one. */
lcm_status command_chart_variants(struct command *command,
                                  const lcm_comparison *comparison);
