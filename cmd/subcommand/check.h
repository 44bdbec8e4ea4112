/* lcm check: lint, and the list of diagnostics there are. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_check(struct command *command);
