/* lcm edit: restructurings written into the source. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand of "command"; return its exit status. */
int run_edit(struct command *command);
