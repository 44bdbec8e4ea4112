/* lcm validate: predictions beside measurements. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_validate(struct command *command);
