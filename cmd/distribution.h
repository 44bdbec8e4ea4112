/* How a time is distributed, as a command prints it. */
#pragma once

#include "cmd/command.h"

/* Return how the time of "prediction" of "program", made with "options", is
 * distributed; NULL after an error, also of a time that is none. */
LCM_GIVE char *command_distribution(struct command *command,
                                    const lcm_program *program,
                                    const lcm_prediction *prediction,
                                    const struct lcm_predict_options *options);
