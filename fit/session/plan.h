/* The plan by which a request is fitted. */
#pragma once

#include "fit/session/session.h"

/* Fill in the plan of "f", whose measurements are read, as its request
 * says; LCM_EUSAGE, and a diagnostic, where that makes no sense. */
LCM_NODISCARD lcm_status lcm_fit_plan(struct lcm_fit_session *f);
