#pragma once

#include "cmd/command.h"
#include "model/results/comparison.h"

/* Read the measurements that --measured names, if it does, into "*out". */
lcm_status command_measured(lcm_measurements *out, struct command *command);

/* Draw "prediction" where --chart asks for it. */
lcm_status command_chart(struct command *command,
                         const lcm_prediction *prediction);

/* Draw "comparison" where --chart asks for it: who is fastest where over two
 * variables, or the times over one. */
lcm_status command_chart_variants(struct command *command,
                                  const lcm_comparison *comparison);
