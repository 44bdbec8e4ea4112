/* The queues of a processor. */
#include "chares/queue.h"

#include <stdlib.h>

#include "chares/post.h"

enum { FIRST_ROOM = 16 };

/* Return whether "a" comes before "b". */
static inline bool before(const md_message *a, const md_message *b) {
  const double first = md_priority(a);
  const double second = md_priority(b);
  return first != second ? first < second : a->order < b->order;
}

/* Put "message" into the heap of "queue". */
static void heap_put(struct md_queue *queue, md_message *message) {
  size_t i = queue->n;
  if (queue->n == queue->room) {
    queue->room = queue->room ? 2 * queue->room : FIRST_ROOM;
    queue->heap = realloc(queue->heap, queue->room * sizeof(void *));
    if (!queue->heap)
      abort();
  }
  for (; i && before(message, queue->heap[(i - 1) / 2]); i = (i - 1) / 2)
    queue->heap[i] = queue->heap[(i - 1) / 2];
  queue->heap[i] = message;
}

/* Take the first message from the heap of "queue", which then has "n". */
static md_message *heap_take(struct md_queue *queue, size_t n) {
  md_message *first = queue->heap[0];
  md_message *last = queue->heap[n];
  size_t i = 0;
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= n)
      break;
    if (child + 1 < n && before(queue->heap[child + 1], queue->heap[child]))
      child++;
    if (!before(queue->heap[child], last))
      break;
    queue->heap[i] = queue->heap[child];
    i = child;
  }
  queue->heap[i] = last;
  return first;
}

void lcm_md_queue_put(struct md_queue *queue, md_message *message,
                      uint64_t *serial) {
  if (queue->order == MD_PRIORITY) {
    message->order = (*serial)++;
    heap_put(queue, message);
  } else if (queue->order == MD_LIFO) {
    message->next = queue->head;
    queue->head = message;
  } else {
    message->next = NULL;
    if (queue->n)
      queue->tail->next = message;
    else
      queue->head = message;
    queue->tail = message;
  }
  queue->n++;
}

md_message *lcm_md_queue_take(struct md_queue *queue) {
  md_message *message;
  if (!queue->n)
    return NULL;
  queue->n--;
  if (queue->order == MD_PRIORITY)
    return heap_take(queue, queue->n);
  message = queue->head;
  queue->head = message->next;
  return message;
}

void lcm_md_queue_end(struct md_queue *queue) {
  if (queue->order == MD_PRIORITY)
    free(queue->heap);
}

void lcm_md_enqueue(md *m, md_message *message) {
  if (message->kind == MD_KIND_BOOT) {
    m->boot = message;
  } else if (message->kind == MD_KIND_SEND) {
    lcm_md_queue_put(&m->responses, message, &m->present->serial);
  } else if (message->kind == MD_KIND_CREATE && message->placed) {
    m->others++;
    lcm_md_queue_put(&m->creations, message, &m->present->serial);
    if (m->creations.n > m->longest)
      m->longest = m->creations.n;
  } else {
    m->others++;
    lcm_md_queue_put(&m->system, message, &m->present->serial);
  }
}
