/* Manual pages and completions as files, to be installed. */
#pragma once

#include "cmd/options.h"

/* Write all manual pages and completions of "all" into the folder "folder",
 * under the names that they are installed as; return the exit status. */
int command_write_manual(const struct subcommands *all, const char *folder);
