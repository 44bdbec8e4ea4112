/* lcm fit --source: what the source says of what was measured. */
#pragma once

#include "fit/fit.h"

/* Put what the sources of the command "user" say of what "session" has read
 * into its plan; LCM_EUSAGE or so, and diagnostics, where they cannot be
 * read. */
lcm_status fit_consult(struct lcm_fit_session *session, void *user);
