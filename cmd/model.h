#pragma once

#include "cmd/command.h"

/* Return whether "name" is that of a PAMELA model. */
bool command_is_model(const char *name);

/* Read the "n" texts at "texts" as one model into "*out"; the one that --model
 * names is the whole, or, when "open", there may be none. */
lcm_status command_model(const lcm_program **out, struct command *command,
                         const struct lcm_pamela_text *texts, size_t n,
                         bool open);

/* Read the models among "inputs" as one into "*out", NULL where there are
 * none. */
lcm_status command_models(const lcm_program **out, struct command *command,
                          struct command_span inputs, bool open);
