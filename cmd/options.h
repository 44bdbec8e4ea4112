#pragma once

#include "cmd/command.h"

/* Return the "n" subcommands there are. */
const struct subcommand *subcommands(size_t *n);

/* Parse the "argc" arguments at "argv" for "sub" into "command"; false, and a
 * message, where they make no sense. */
bool command_parse(struct command *command, const struct subcommand *sub,
                   int argc, char **argv);

/* Write the help of "sub" (NULL: of lcm) to "out". */
void command_help(FILE *out, const struct subcommand *sub);

/* Write the manual page to "out". */
void command_man(FILE *out);

/* Say on standard error that the command line is wrong. */
void command_complain(const char *fmt, ...) LCM_PRINTF(1, 2);
