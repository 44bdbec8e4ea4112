/* Options: the command line, read by options.def. */
#pragma once

#include "cmd/command.h"

/* Groups of options. */
enum option_group {
#define LCM_GROUP(name, title) GROUP_##name,
#include "cmd/manual/groups.def"
#undef LCM_GROUP
  GROUP_COUNT
};

/* A row of options.def. */
struct option_row {
  const char *short_form;
  const char *long_form;
  const char *argument;
  const char *commands;
  enum option_group group;
  const char *help;
};

/* Parse the "argc" arguments at "argv" for "sub" into "command"; false, and a
 * message, where they make no sense. */
bool command_parse(struct command *command, const struct subcommand *sub,
                   int argc, char **argv);

/* Let what is written be in the format called "name" (NULL: as it is set):
 * text, json, csv or tsv; false, and a message, where that is another. */
bool command_set_format(struct command *command, const char *name);

/* Set the colours as --color says; false, and a message, where that is not one
 * of the words that there are. */
bool command_set_colour(struct command *command);

/* Take "option" with the value "value" (NULL: none) into "command". */
void command_take(struct command *command, enum option option,
                  const char *value);

/* Return the row of "option". */
const struct option_row *command_option(enum option option);

/* Return whether "subcommand" has "option"; whether that is among those that
 * matter first there. */
bool command_option_is_of(enum option option,
                          const struct subcommand *subcommand);
bool command_option_is_first(enum option option,
                             const struct subcommand *subcommand);

/* Return the long name of "option". */
const char *command_option_name(enum option option);

/* Write the text to standard error, what controls a terminal made visible. */
void command_say(const char *fmt, ...) LCM_PRINTF(1, 2);

/* Say on standard error that the command line is wrong. */
void command_complain(const char *fmt, ...) LCM_PRINTF(1, 2);
