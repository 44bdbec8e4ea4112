/* lcm graph: the structure as DOT or, through lcm-render, as a picture. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_graph(struct command *command);
