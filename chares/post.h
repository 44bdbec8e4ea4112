/* How messages are made, and come to another processor. */
#pragma once

#include "chares/types.h"

/* Return a new message of "kind" from "m" with "size" bytes of "data" (NULL:
 * they are left out). */
md_message *lcm_md_new(md *m, enum md_kind kind, const void *data, size_t size);

/* Return one with "size" bytes that are 0, or are written by the caller. */
md_message *lcm_md_blank(md *m, enum md_kind kind, size_t size);

/* Free "message". */
void lcm_md_drop(md *m, md_message *message);

/* Send "message" from "m" to processor "to". */
void lcm_md_post(md *m, md_message *message, int to);

/* Send copies of "message" to the children of "m" in the spanning tree of
 * "root". */
void lcm_md_relay(md *m, const md_message *message, int root);

/* Bring "message", a creation, into the queue that all processors have in
 * common. */
void lcm_md_share(md *m, md_message *message);

/* Put "message" into that queue at "time"; keep it busy from "time" on. */
void lcm_md_put_common(struct md_run *run, md_message *message, double time);
void lcm_md_hold_common(struct md_run *run, double time);

/* Let "m" be told "what" in "seconds": a variable, -1 the strategy or -2
 * quiescence. */
void lcm_md_timer(md *m, double seconds, int what);

/* A message of a counted kind was created on "m". */
static inline void md_count_created(md *m) {
  m->created++;
  if (!m->run->threads)
    m->run->open++;
}

/* One was processed. */
static inline void md_count_processed(md *m) {
  m->processed++;
  if (!m->run->threads)
    m->run->open--;
}

/* Return whether quiescence is about messages of "kind". */
static inline bool md_is_counted(enum md_kind kind) {
  static const bool counted[] = {
#define MD_KIND(name, word, is) is,
#include "chares/messages.def"
#undef MD_KIND
  };
  return counted[kind];
}

/* Return where the tail of a message is that has "size" bytes of data. */
static inline size_t md_tail_at(size_t size) { return (size + 7) / 8 * 8; }

/* Return the tail of "message", which has one. */
static inline struct md_tail *md_tail(const md_message *message) {
  const size_t size = message->hollow ? 0 : message->size;
  return (struct md_tail *)((uintptr_t)message->data + md_tail_at(size));
}

/* Return for how many bytes "message" is paid. */
static inline uint32_t md_paid(const md_message *message) {
  return message->tailed ? md_tail(message)->paid : message->size;
}

/* Return the priority of "message"; who created it. */
static inline double md_priority(const md_message *message) {
  return message->keyed ? 0 : message->priority;
}
static inline int md_creator(const md_message *message) {
  return (int)(message->id >> MD_ID_BITS);
}

/* Let "message" be about "key". */
static inline void md_set_key(md_message *message, int64_t key) {
  message->keyed = true;
  message->key = key;
}

/* What an event of the simulation is, in the low bits of its pointer. */
enum { MD_EVENT_MESSAGE, MD_EVENT_WAKE, MD_EVENT_TIMER };

/* Let "m", which is simulated, look into its queues at "time". */
static inline void md_wake_at(md *m, double time) {
  if (m->awake)
    return;
  m->awake = true;
  lcm_md_events_put(&m->run->events, time, (char *)m + MD_EVENT_WAKE);
}
