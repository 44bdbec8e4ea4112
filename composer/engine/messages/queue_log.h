/* A log of messages as they are played. */
#pragma once

#include "composer/engine/messages/queue.h"

/* Rank "i" has posted "message" in "span". */
void lcm_queue_log_post(struct lcm_run *run, struct lcm_queued *queued,
                        size_t i, struct lcm_queue_span span);

/* "sent" goes to "wanted". */
void lcm_queue_log_match(struct lcm_run *run, const struct lcm_queued *sent,
                         const struct lcm_queued *wanted);

/* Rank "i" has waited for "message" in "span". */
void lcm_queue_log_wait(struct lcm_run *run, const struct lcm_queued *queued,
                        size_t i, struct lcm_queue_span span);

/* A member of "group" gives a message away; another takes it. */
void lcm_queue_log_give(struct lcm_run *run, const struct lcm_group *group,
                        const struct lcm_pass *pass);
void lcm_queue_log_take(struct lcm_run *run, const struct lcm_group *group,
                        const struct lcm_pass *pass);

/* Rank "i" works. */
void lcm_queue_log_work(struct lcm_run *run, size_t i, double seconds);
