/* Which lines of plain code with loops take its time. */
#pragma once

#include "render/report/report.h"

/* Put into "report" how the time of fragments that "program" has taken apart is
 * spread over their lines, where "found", the prediction of that, says what
 * takes it. */
void lcm_report_spread(struct lcm_report *report, lcm_ctx *ctx,
                       const lcm_program *program, const lcm_prediction *found);
