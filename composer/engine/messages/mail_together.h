/* Collectives: what they are, and when each member is done. */
#pragma once

#include "composer/engine/messages/mail.h"

/* Return what "meeting" of "group", to which some have come, is. */
struct lcm_meeting_terms lcm_meeting_terms(struct lcm_run *run,
                                           const struct lcm_group *group,
                                           const struct lcm_meeting *meeting);

/* All members have come to "meeting" of "group": find out when each is
 * done. */
void lcm_meeting_close(const struct lcm_mail *mail,
                       const struct lcm_group *group,
                       const struct lcm_meeting *meeting);
