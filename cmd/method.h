/* Options of methods: how to predict and simulate, schedules, equations. */
#pragma once

#include "cmd/command.h"

/* Fill in by which methods to predict, and how to simulate; LCM_EUSAGE, and a
 * message, where the options make no sense. */
lcm_status command_methods(struct lcm_predict_options *out,
                           struct command *command);

/* Say that "program" is none that has estimates of contention, LCM_EUSAGE,
 * where "command" asks for them. */
lcm_status command_check_contention(const struct command *command,
                                    const lcm_program *program);

/* Return the methods that the schedule that "command" asks for needs. */
unsigned command_trace_methods(const struct command *command,
                               const lcm_program *program);

/* Write the schedule of the last point of "grid" where --trace asks for it. */
lcm_status command_trace(struct command *command, const lcm_program *program,
                         const lcm_grid *grid,
                         const struct lcm_predict_options *options);

/* Return the equations over start times of "program", one a line; where there
 * are none the numbers of "prediction", with a warning; NULL after an error. */
char *command_equations(struct command *command, const lcm_program *program,
                        const lcm_prediction *prediction);

/* Return the model without contention that has the bound of "program"; NULL,
 * and a message, where there is none. */
char *command_serialized(struct command *command, const lcm_program *program);

/* Return the equations over start times of the model "program" as a function in
 * C; NULL, and a message, where there are none. */
char *command_compiled(struct command *command, const lcm_program *program);
