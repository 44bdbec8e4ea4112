/* lcm analyze: structures, constructs, costs and movements of data as text. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_analyze(struct command *command);
