/* The sources of the program. */
#pragma once

#include "measure/profile_internal.h"

/* Analyse the sources that the command line of "session" names. */
lcm_status profile_sources_given(struct profile_session *session);

/* Where it names none, analyse those in which the addresses of the first run of
 * "program" lie, with the flags of a compilation database where one is near. */
lcm_status profile_sources_find(struct profile_session *session,
                                const char *program);
