/* What the user says of measurements: params and units. */
#pragma once

#include "base/ctx.h"

/* What the user says of a param of all runs in a file. */
struct lcm_measured_param {
  const char *name;
  double value;     /* what it is where the file does not say it */
  const char *from; /* what the file calls it, or NULL */
};

/* Put the param that "text", NAME=VALUE or NAME=WHAT-THE-FILE-CALLS-IT, says
 * into "*out"; LCM_EUSAGE, and a diagnostic, where it says none. */
LCM_NODISCARD lcm_status lcm_measured_param_parse(
    struct lcm_measured_param *out, lcm_ctx *ctx, const char *text);

/* Put the seconds that "text", such as "ms", "250 us" or "99 Hz", is into
 * "*out"; LCM_EUSAGE, and a diagnostic, where it is no such time. */
LCM_NODISCARD lcm_status lcm_measured_unit_parse(double *out, lcm_ctx *ctx,
                                                 const char *text);
