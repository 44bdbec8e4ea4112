#pragma once

#include "cmd/command.h"

/* Return the directory where the results of units are kept; NULL where none is
 * wanted, as where every pass is to be checked. */
const char *command_cache(struct command *command);

/* Let "options" say how far the analysis is, where somebody reads that. */
void command_progress(struct lcm_analyze_options *options,
                      struct command *command);

/* Write which files the "n" units at "units" come from where --depfile says, as
 * a rule for make. */
lcm_status command_depfile(struct command *command,
                           const struct lcm_unit *units, size_t n);
