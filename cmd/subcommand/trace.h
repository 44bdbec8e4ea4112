/* lcm trace: what the trace of a run shows. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_trace(struct command *command);
