#pragma once

#include "cmd/command.h"
#include "render/table/style.h"

/* Return whether "name" ends in "end". */
bool command_ends_in(const char *name, const char *end);

/* Write the diagnostics of "command" to standard error; return the exit status
 * that they and "status" call for. */
int command_finish(struct command *command, lcm_status status);

/* Put the number that "option" is given into "*out", 0 where it is not; false,
 * and the message "what", where it is none from 1 to "most". */
bool command_number(size_t *out, const struct command *command,
                    enum option option, const char *what, size_t most);

/* Write "text", which is freed, to the output of "command". */
lcm_status command_write(struct command *command, LCM_TAKE char *text);

/* Return whether "name" is that of a structure, or standard input ("-"). */
bool command_is_structure(const char *name);

/* Read the structure in the file "name" into "*out".  What standard input holds
 * is a model unless it says that it is a structure; it needs no entry when
 * "open". */
lcm_status command_structure(const lcm_program **out, struct command *command,
                             const char *name, bool open);

/* Load the inputs of "command" from number "first" to "last" - 1 as one
 * program into "*out", linked. */
lcm_status command_load(const lcm_program **out, struct command *command,
                        size_t first, size_t last);

/* Load all inputs of "command" as one program into "*out", linked; where that
 * is not possible, as where several functions may be where the run begins,
 * joined, with "*why" saying why (NULL: it is linked). */
lcm_status command_load_any(const lcm_program **out, const char **why,
                            struct command *command);

/* Make the errors of "command", but for those about units that were not read,
 * warnings "not-predicted"; return the message of the first, NULL for none. */
const char *command_forgive(struct command *command);

/* Load all inputs of "command" as one program into "*out"; where its run
 * begins stays open unless --entry says it. */
lcm_status command_join(const lcm_program **out, struct command *command);

/* Return what can recall what "command" said last time of the same units; NULL
 * where nothing is kept, or there is one unit. */
lcm_recall *command_recall(struct command *command);

/* Analyse the inputs of "command" into "*units", "*n" of them. */
lcm_status command_analyze(const struct lcm_unit **units, size_t *n,
                           struct command *command, bool constructs_only);

/* Build the grid of the -D options into "*out"; p = 1:16:*2 where p is not
 * given and "sweep". */
lcm_status command_grid(const lcm_grid **out, struct command *command,
                        bool sweep);

/* Warn about variables of "grid" that none of the "n" programs at "programs"
 * mentions, and note where "machine" (or NULL) has fewer processors. */
void command_check_grid(struct command *command, const lcm_grid *grid,
                        const lcm_program *const *programs, size_t n,
                        const lcm_machine *machine);

/* Fill in how to predict. */
lcm_status command_predict_options(struct lcm_predict_options *out,
                                   struct command *command);

/* Return how text is to look. */
struct lcm_style command_style(const struct command *command);
