/* Charts where --chart asks for them: which, in which language. */
#pragma once

#include "cmd/command.h"
#include "model/machine/machine.h"
#include "model/measurement/measurement.h"

struct lcm_swept_list;

/* Draw "prediction" where --chart asks for it. */
lcm_status command_chart(struct command *command,
                         const lcm_prediction *prediction);

/* Check that what sets times can be said of "program" on "machine", where that
 * is asked for: LCM_EUSAGE, and a message, where not. */
lcm_status command_check_limits(struct command *command,
                                const lcm_program *program,
                                const lcm_machine *machine);

/* Draw the roofline of "prediction" where --roofline asks for it. */
lcm_status command_roofline(struct command *command,
                            const lcm_prediction *prediction);

/* Draw what was measured at "points" where --chart asks for it. */
lcm_status command_chart_swept(struct command *command,
                               const struct lcm_swept_list *points);

/* Draw "comparison" where --chart asks for it: who is fastest where over two
 * variables, or the times over one. */
lcm_status command_chart_variants(struct command *command,
                                  const lcm_comparison *comparison);
