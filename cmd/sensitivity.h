/* How a prediction depends on its numbers, as a command prints it. */
#pragma once

#include "cmd/command.h"

/* Return how "prediction" of "program", made with "options", depends on its
 * numbers, as the options of "command" ask for it; NULL after an error, also of
 * a notation that there is none of. */
LCM_GIVE char *command_sensitivity(struct command *command,
                                   const lcm_program *program,
                                   const lcm_prediction *prediction,
                                   const struct lcm_predict_options *options);
