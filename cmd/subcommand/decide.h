/* lcm decide: the best choices of a model's decisions. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_decide(struct command *command);
