/* What subcommands share: numbers, grids, diagnostics, output. */
#pragma once

#include "cmd/command.h"
#include "model/measurement/measurement.h"

/* Return whether "name" ends in "end". */
bool command_ends_in(const char *name, const char *end);

/* Write the diagnostics of "command" to standard error; return the exit status
 * that they and "status" call for. */
int command_finish(struct command *command, lcm_status status);

/* Put the number that "option" is given into "*out", 0 where it is not; false,
 * and the message "what", where it is none from 1 to "most". */
bool command_number(size_t *out, const struct command *command,
                    enum option option, const char *what, size_t most);

/* How a command prints that knows SARIF besides the usual formats. */
struct command_printing {
  lcm_format format; /* LCM_FORMAT_JSON where it is SARIF */
  bool sarif;
};

/* Put the format that "option" is given into "*out", text where it is not;
 * false, and a message, where there is none of that name. */
bool command_read_printing(struct command_printing *out,
                           const struct command *command, enum option option);

/* Put the share of the time below which nothing matters into "*out"; false, and
 * a message, where what is asked for is none. */
bool command_threshold(double *out, const struct command *command);

/* Write "text", which is freed, to the output of "command". */
lcm_status command_write(struct command *command, LCM_TAKE char *text);

/* Build the grid of the -D options into "*out"; p = 1:16:*2 where p is not
 * given and "sweep". */
lcm_status command_grid(const lcm_grid **out, struct command *command,
                        bool sweep);

/* Return the file of the description of the machine that "command" predicts
 * for: that of --machine, that of $LCM_MACHINE, or the one kept for this host;
 * NULL where the first of these says "none", or there is none. */
const char *command_machine(const struct command *command);

/* Fill in how to predict. */
lcm_status command_predict_options(struct lcm_predict_options *out,
                                   struct command *command);

/* Fill in how measurements are to be read. */
lcm_status command_measured_as(struct lcm_measured_as *out,
                               struct command *command);

/* Return how text is to look. */
struct lcm_style command_style(const struct command *command);
