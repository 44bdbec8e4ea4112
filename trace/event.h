/* Events of traces, in the one form that every reader gives them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What happens: an actor begins something and ends it; a message is created,
 * leaves, and comes. */
enum trace_kind {
  TRACE_BEGIN,
  TRACE_END,
  TRACE_CREATE,
  TRACE_SEND,
  TRACE_RECEIVE
};

/* No actor, no name, no task, no message. */
#define TRACE_NONE UINT32_MAX

/* An event. */
struct trace_event {
  double time; /* in seconds */
  /* CREATE: the bytes of the message, NaN where nobody knows; BEGIN, END: the
   * time of the other one, NaN where the reader does not know it yet */
  double value;
  /* of the message; BEGIN: of that which is processed; 0: none */
  uint64_t id;
  uint32_t actor;
  uint32_t name;  /* BEGIN, CREATE: of what; SEND: the actor that it goes to */
  uint64_t order; /* which of all events of the file it is */
  uint8_t kind;   /* a trace_kind */
  uint8_t rank;   /* orders what an actor does at the same time */
  uint8_t lasts;  /* its message may come, or begin something, again */
  uint8_t open;   /* CREATE: a strategy says where it goes */
  float priority; /* CREATE: less comes first */
};
