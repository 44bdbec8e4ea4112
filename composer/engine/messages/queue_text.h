/* What ranks wait for that never comes, as text. */
#pragma once

#include "composer/engine/messages/queue.h"

/* Return that rank "i" waits for "open", a message that is never done, for
 * people. */
const char *lcm_queue_wait(struct lcm_run *run, size_t i,
                           const struct lcm_queued *open);

/* Return whether "a" and "b", which ranks come to in their order, are the same
 * operation with different roots. */
bool lcm_queue_roots_differ(const struct lcm_queued *a,
                            const struct lcm_queued *b);

/* Return that ranks come to "a" and "b" in their order, which differ, for
 * people. */
const char *lcm_queue_difference(struct lcm_run *run,
                                 const struct lcm_queued *a,
                                 const struct lcm_queued *b);

/* Report what rank "i" waits for that will never come. */
void lcm_queue_deadlock(struct lcm_run *run, size_t i,
                        const struct lcm_message_queues *queues);
