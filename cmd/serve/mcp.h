/* lcm mcp: what lcm says, for agents. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_mcp(struct command *command);
