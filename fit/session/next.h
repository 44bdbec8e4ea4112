/* Which measurement helps a prediction most for what it costs. */
#pragma once

#include "fit/session/session.h"

/* Put the measurement that narrows the prediction at "point", "n=1e6, p=64",
 * most for the time that its run takes into the fit of "session", as "next";
 * LCM_EUSAGE, and a diagnostic, where "point" is none or lacks a variable. */
LCM_NODISCARD lcm_status lcm_fit_next(struct lcm_fit_session *session,
                                      const char *point);
