/* What a message-driven run had to do: its tasks, and the messages between
 * them, without when and where they came to run. */
#pragma once

#include "trace/log.h"

/* What an actor did from a begin to its end, for a message. */
struct trace_errand {
  double work;      /* seconds, without those of sending */
  double begin;     /* when it began */
  uint32_t actor;   /* where it was */
  uint32_t message; /* that began it; TRACE_NONE: not known */
  uint32_t name;    /* of what was begun */
  bool own;         /* it is the program's */
  bool kept;        /* it is, or is about a table, or led to what is */
};

/* A message that was created. */
struct trace_letter {
  double offset; /* in the work of its creator */
  double time;   /* of its creation */
  double bytes;
  uint32_t creator; /* an errand; TRACE_NONE: none that is known */
  uint32_t name;    /* of what it is for, or TRACE_NONE */
  float priority;
  bool open;  /* a strategy says where it goes */
  bool keyed; /* it is about "key" of a table */
  int64_t key;
};

/* The errands of a run.  Those that errand i led to and that are kept are
 * child[first[i]] .. child[first[i + 1] - 1], in the order of their messages'
 * creation. */
struct trace_errands {
  LCM_LIST(struct trace_errand) all;
  LCM_LIST(struct trace_letter) letters;
  size_t *first;
  uint32_t *child;
  size_t n_kept;
};

/* The run as it would be with problems of another size (Crovella 1994, 6.2.2:
 * event traces are rescaled). */
struct trace_rescale {
  double *factors; /* of each name: what is done in it takes so much longer */
  double bytes;    /* so much larger messages are */
};

/* Find the errands of "log", which has all events, as "rescale" (NULL: as they
 * were) says; false where the system has no memory. */
bool trace_errands_find(struct trace_errands *out, const struct trace_log *log,
                        const struct trace_rescale *rescale);

/* Find anew which errands of "out" are kept, and the children of each, where
 * messages or creators of them were changed; those that are "left" by their
 * numbers (NULL: none) are out. */
void trace_errands_join(struct trace_errands *out, lcm_arena *arena,
                        const bool *left);

/* Put a copy of "errands" into "out", in memory of "arena": other errands and
 * messages, which may be changed and joined. */
void trace_errands_copy(struct trace_errands *out, lcm_arena *arena,
                        const struct trace_errands *errands);

/* Return what led to errand "i", or TRACE_NONE. */
uint32_t trace_errand_creator(const struct trace_errands *errands, size_t i);
