#pragma once

#include "cmd/command.h"

/* Check the model "program": names that nothing uses, possession without end,
 * waits that nothing ends, and, with the defaults of its params, values out of
 * their domains and deadlocks.  What is found is reported. */
lcm_status command_lint_model(struct command *command,
                              const lcm_program *program);
