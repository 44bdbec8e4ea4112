/* Collectives: what they are, and when each member is done. */
#pragma once

#include "composer/engine/messages/queue.h"

/* Return what "collective" of "group", to which some have come, is. */
struct lcm_collective_terms
lcm_collective_terms(struct lcm_run *run, const struct lcm_group *group,
                     const struct lcm_collective *collective);

/* All members have come to "collective" of "group": find out when each is
 * done. */
void lcm_collective_close(const struct lcm_message_queue *queue,
                          const struct lcm_group *group,
                          const struct lcm_collective *collective);
