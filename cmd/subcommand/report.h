/* lcm report: its options, and the page that it writes. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_report(struct command *command);
