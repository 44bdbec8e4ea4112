/* Helps: of lcm, and of a subcommand. */
#pragma once

#include "cmd/options.h"

/* Write the help of "sub", one of "all" (NULL: of lcm) to "out". */
void command_help(FILE *out, const struct subcommands *all,
                  const struct subcommand *sub);
