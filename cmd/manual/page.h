/* Manual pages: of lcm, and of a subcommand. */
#pragma once

#include "cmd/options.h"

/* Write the manual page of "sub", one of "all" (NULL: of lcm) to "out". */
void command_man(FILE *out, const struct subcommands *all,
                 const struct subcommand *sub);
