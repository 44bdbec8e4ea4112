/* What single messages cost. */
#pragma once

#include "composer/engine/messages/queue.h"

/* Return how many bytes are sent at most without waiting for the receiver. */
double lcm_queue_eager(const struct lcm_run *run, double bytes);

/* Let "message", part of what neighbours do together, wait for its receiver
 * where it is long, and cost what the machine says under the name of the
 * function. */
void lcm_queue_price(struct lcm_run *run, struct lcm_queued *queued);

/* Return how long the data of "sent" are on their way. */
double lcm_queued_transit(struct lcm_run *run, const struct lcm_queued *sent);
