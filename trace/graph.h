/* The event graph of a run: what actors did, and the messages between that. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/event.h"

/* What an actor did from a begin to its end. */
struct trace_task {
  double begin;
  double end;
  double idle; /* how long the actor had nothing to do before it */
  uint32_t actor;
  uint32_t name;
  uint32_t outer;   /* the task that it is inside of, or TRACE_NONE */
  uint32_t receipt; /* of the message that began it, or TRACE_NONE */
  uint32_t phase;   /* between which separation points it is */
  uint32_t depth;   /* how many of its name led to it in its phase */
  /* the same in the phase before, which it closes; TRACE_NONE: it does not */
  uint32_t closes;
};

/* A message. */
struct trace_message {
  double time; /* of its creation */
  double bytes;
  uint32_t actor;
  uint32_t task; /* in which it was created, or TRACE_NONE */
  uint32_t name; /* what it is for, or TRACE_NONE */
  uint32_t n;    /* how often it was received */
};

/* That a message came. */
struct trace_receipt {
  double time; /* when it had an effect: something began, or it was taken */
  double sent; /* sent, arrived: NaN where the trace does not say it */
  double arrived;
  double waited; /* how long the actor waited for it */
  uint32_t message;
  uint32_t actor;
  uint32_t task; /* that it began, or in which it was taken */
  bool binds;    /* the actor could not go on before it */
};

/* A growing array from malloc. */
struct trace_array {
  void *at;
  size_t n;
  size_t cap;
  size_t size; /* of an element */
};

/* The graph. */
struct trace_graph {
  struct trace_array tasks;
  struct trace_array messages;
  struct trace_array receipts;
  /* numbers of the receipts of each actor, by time; those of actor i are from
   * first[i] to first[i + 1] - 1 */
  uint32_t *receipt_of;
  size_t *first;
  bool failed; /* the system had no memory for all */
};

/* Make "graph" empty. */
void trace_graph_init(struct trace_graph *graph);

/* Add the element at "element" to "array" of "graph"; return its number, or
 * TRACE_NONE where there is no memory. */
uint32_t trace_graph_add(struct trace_graph *graph, struct trace_array *array,
                         const void *element);

/* Find the receipts of each of "n" actors. */
void trace_graph_index(struct trace_graph *graph, size_t n);

/* Free what "graph" has. */
void trace_graph_free(struct trace_graph *graph);

/* Return task, message, receipt number "i" of "graph". */
static inline struct trace_task *trace_task_at(const struct trace_graph *graph,
                                               uint32_t i) {
  return &((struct trace_task *)graph->tasks.at)[i];
}
static inline struct trace_message *
trace_message_at(const struct trace_graph *graph, uint32_t i) {
  return &((struct trace_message *)graph->messages.at)[i];
}
static inline struct trace_receipt *
trace_receipt_at(const struct trace_graph *graph, uint32_t i) {
  return &((struct trace_receipt *)graph->receipts.at)[i];
}

/* Return the task in which the message was created that began task "i", or
 * TRACE_NONE. */
uint32_t trace_creator(const struct trace_graph *graph, uint32_t i);
