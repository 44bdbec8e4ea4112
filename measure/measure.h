/* Measuring runs of programs, and machines. */
#pragma once

#include "measure/calibration.h"
#include "measure/profile.h"
#include "measure/profile_internal.h"

/* Run "point" once; what was measured is `session->last`. */
lcm_status profile_measure(struct profile_result *out,
                           struct profile_session *session,
                           const struct profile_point *point);
