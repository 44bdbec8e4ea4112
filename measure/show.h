#pragma once

#include "measure/profile_internal.h"

/* Return what "command" prints of "session" and the runs of "plan" in "store";
 * NULL where memory ran out. */
LCM_GIVE char *profile_show(struct command *command,
                            const struct profile_session *session,
                            const struct profile_plan *plan,
                            const struct profile_store *store);
