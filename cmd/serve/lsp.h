/* lcm lsp: a language server for editors. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_lsp(struct command *command);
