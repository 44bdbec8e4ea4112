/* Runs a process with a limit of time, until it ends or the user stops it. */
#pragma once

#include "measure/profile_internal.h"

/* Run "child" into "*out"; LCM_EIO, and a diagnostic, where it could not be
 * started. */
lcm_status profile_run(struct profile_outcome *out, lcm_ctx *ctx,
                       const struct profile_child *child);
