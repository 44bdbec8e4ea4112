/* Configuration: what holds where the command line does not say. */
#pragma once

#include "cmd/options.h"

/* A key that a configuration may have. */
struct config_key {
  const char *name;
  const char *commands; /* letters of subcommands that it is for */
  enum option option;   /* that it is in place of */
  bool is_path;         /* its value is one, from where the file lies */
  const char *text;
};

/* Return key "i" of all; NULL behind the last one. */
const struct config_key *command_config_key(size_t i);

/* Read the configuration of the project and of the user into "command", one
 * that is parsed, of "sub"; an error in it is a diagnostic. */
lcm_status command_configure(struct command *command,
                             const struct subcommand *sub);
