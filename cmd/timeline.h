#pragma once

#include "cmd/command.h"
#include "model/results/schedule.h"

/* Put what processors do when at the last point of "result" into "*out". */
lcm_status command_timetable(const struct lcm_timetable **out,
                             struct command *command,
                             const struct command_result *result);

/* Write what processors do when at the last point of "prediction" where
 * --timeline asks for it. */
lcm_status command_timeline(struct command *command, const lcm_program *program,
                            const lcm_prediction *prediction,
                            const struct lcm_predict_options *options);
