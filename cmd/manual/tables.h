/* The tables that helps, manual pages and completions are made of. */
#pragma once

#include "cmd/options.h"

/* Return the title of a group of options, of a group of subcommands. */
const char *command_group_title(enum option_group group);
const char *command_section_title(enum command_section section);

/* An example. */
struct example {
  char letter; /* of its subcommand */
  const char *line;
  const char *text;
};

/* Return example "i" of all; NULL behind the last one. */
const struct example *command_example(size_t i);

/* Something that lcm reads besides its command line. */
struct surrounding {
  bool is_file; /* else it is a variable of the environment */
  const char *name;
  const char *commands; /* letters; NULL: all */
  const char *text;
};

/* Return surrounding "i" of all; NULL behind the last one. */
const struct surrounding *command_surrounding(size_t i);

/* Return how options are divided in the help of "sub": whether there are so
 * many that they have groups. */
bool command_has_groups(const struct subcommand *sub);
