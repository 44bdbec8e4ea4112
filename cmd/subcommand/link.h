/* lcm link and lcm cat: structures joined, printed, converted. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_link(struct command *command);
int run_cat(struct command *command);
