/* What a sweep shows: tables, records, JSON, the layout of the thesis. */
#pragma once

#include "measure/profile_internal.h"

/* Return what the view of the options of "session" shows of it and of the runs
 * of "plan" in "store"; NULL where memory ran out. */
LCM_GIVE char *profile_show(const struct profile_session *session,
                            const struct profile_plan *plan,
                            const struct profile_store *store);

/* Return what the runs of each point of "plan" in "store" have in common, of
 * "*n" points (memory of the context of "session"). */
const struct lcm_swept *profile_swept(size_t *n,
                                      const struct profile_session *session,
                                      const struct profile_plan *plan,
                                      const struct profile_store *store);
