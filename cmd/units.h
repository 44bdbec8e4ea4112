/* What a command says of the analysis of units. */
#pragma once

#include "cmd/command.h"

/* Return the directory where the results of units are kept; NULL where none is
 * wanted, as where every pass is to be checked. */
const char *command_cache(struct command *command);

/* Let "options" say how far the analysis is, where somebody reads that. */
void command_progress(struct lcm_analyze_options *options,
                      struct command *command);
