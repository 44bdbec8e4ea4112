/* The sum step of lost cycles analysis (Crovella 1994, 5.2): the time of the
 * whole run is the sum of its categories over p. */
#pragma once

#include "fit/session/session.h"

/* Put the sum of the models of the whole run, and how far it is from the times
 * that were measured, into the fit of "session"; nothing where no whole run, or
 * not its time and what it spent, was measured. */
LCM_NODISCARD lcm_status lcm_fit_sum_up(struct lcm_fit_session *session);
