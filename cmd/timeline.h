/* Writes what processors do when. */
#pragma once

#include "cmd/command.h"
#include "study/timetable/timetable.h"

/* Put the names of states that --state gives into "*out". */
lcm_status command_states(lcm_state_rules *out, struct command *command);

/* Write "table" to "file", as its name asks for; a page has "below" (NULL:
 * nothing), HTML, below the timeline. */
lcm_status command_write_timetable(struct command *command,
                                   const lcm_timetable *table, const char *file,
                                   const char *below);

/* Write what processors do when at the last point of "prediction" where
 * --timeline asks for it. */
lcm_status command_timeline(struct command *command, const lcm_program *program,
                            const lcm_prediction *prediction,
                            const struct lcm_predict_options *options);
