/* The queues of a processor. */
#pragma once

#include "chares/types.h"

/* Put "message" into "queue"; "*serial" counts those of heaps. */
void lcm_md_queue_put(struct md_queue *queue, md_message *message,
                      uint64_t *serial);

/* Take the message whose turn it is; NULL: there is none. */
md_message *lcm_md_queue_take(struct md_queue *queue);

/* Free what "queue" holds beside messages. */
void lcm_md_queue_end(struct md_queue *queue);

/* Put "message", which has come to "m", where it waits for its turn. */
void lcm_md_enqueue(md *m, md_message *message);

/* Return whether nothing waits on "m". */
static inline bool md_is_empty(const md *m) {
  return !m->boot && (!m->booted || (!m->others && !m->responses.n));
}
