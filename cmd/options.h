/* Options: the command line, and the help and manual page that follow from
 * options.def. */
#pragma once

#include "cmd/command.h"

/* Parse the "argc" arguments at "argv" for "sub" into "command"; false, and a
 * message, where they make no sense. */
bool command_parse(struct command *command, const struct subcommand *sub,
                   int argc, char **argv);

/* Write the help of "sub", one of "all" (NULL: of lcm) to "out". */
void command_help(FILE *out, const struct subcommands *all,
                  const struct subcommand *sub);

/* Write the manual page of "all" to "out". */
void command_man(FILE *out, const struct subcommands *all);

/* Return the long name of "option". */
const char *command_option_name(enum option option);

/* Write the text to standard error, what controls a terminal made visible. */
void command_say(const char *fmt, ...) LCM_PRINTF(1, 2);

/* Say on standard error that the command line is wrong. */
void command_complain(const char *fmt, ...) LCM_PRINTF(1, 2);
