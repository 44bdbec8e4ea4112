/* Completions of command lines for bash, zsh and fish. */
#pragma once

#include "cmd/options.h"

/* Write what completes command lines of "all" in the shell "name" to "out";
 * false, and a message, where no such
 * shell is known. */
bool command_completion(FILE *out, const struct subcommands *all,
                        const char *name);
