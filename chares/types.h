/* What a run consists of: processors, messages, queues.  Only the files of this
 * folder see it. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "chares/events.h"
#include "chares/md.h"
#include "chares/memory.h"

enum {
  MD_FANOUT = 4,   /* children of a processor in spanning trees */
  MD_ID_BITS = 40, /* of a message's number: the rest is its creator */
  MD_WORDS = 4     /* that strategies send */
};

/* The stamp of branches, in identities of chares. */
#define MD_BRANCH UINT32_MAX

/* What a message is.  The row of each is in messages.def. */
enum md_kind {
#define MD_KIND(kind, word, counted) MD_KIND_##kind,
#include "chares/messages.def"
#undef MD_KIND
  MD_KINDS
};

struct md_message {
  md_message *next; /* in a queue or a chain */
  double priority;
  uint64_t id;    /* creator, and its number there */
  uint64_t order; /* in which it was queued */
  int64_t key;    /* of a table */
  int32_t to;     /* processor; -1: the strategy says */
  int32_t from;   /* who sent it last */
  uint32_t size;  /* of the data */
  uint32_t slot;  /* of the chare, or a variable or office */
  uint32_t stamp;
  float status; /* of the strategy of "from" */
  uint16_t entry;
  uint8_t kind;
  uint8_t hops;  /* of a creation */
  uint8_t class; /* of its memory */
  bool hollow;   /* the data were not sent along */
  bool placed;   /* of a creation: no strategy is asked */
  bool received; /* what that costs was paid */
  uint32_t paid; /* for so many bytes */
  _Alignas(16) unsigned char data[];
};

enum md_order { MD_FIFO, MD_LIFO, MD_PRIORITY };

/* Messages that wait. */
struct md_queue {
  md_message *head, *tail; /* fifo and lifo */
  uint32_t n, room;
  uint64_t serial;
  md_message **heap; /* by priority */
  enum md_order order;
};

/* A chare that lives in a slot of its processor. */
struct md_slot {
  void *state;
  uint32_t stamp; /* odd: there is one */
  uint16_t chare;
  uint8_t class;
  uint32_t vacant; /* the next vacant slot, and one more */
};

/* A timer of a processor. */
struct md_timer {
  struct md_timer *next;
  struct md *owner;
  double time;
  int what; /* variable; -1: the strategy, -2: quiescence */
  unsigned char class;
};

/* What a processor knows of the detection of quiescence. */
struct md_quiet {
  bool active; /* it has to tell its parent */
  int phase, heard;
  uint64_t created, processed, before;
  bool running;      /* on the root: a detection goes on */
  md_message *asked; /* on the root: who wants to know */
};

/* What is known of a key of a table. */
struct md_record {
  struct md_record *next;
  int64_t key;
  md_message *value;   /* NULL: none yet */
  md_message *waiters; /* who wants to have it */
};

/* Records of keys, in chains. */
struct md_records {
  struct md_record **chains;
  size_t n, room;
};

/* A shared variable on a processor. */
struct md_share {
  void *value;
  bool waits; /* a timer is to send it on */
  bool gathers;
  int heard;
  void *sum;                        /* what is collected */
  md_message *asked;                /* collections, on the root */
  struct md_records records, cache; /* of a table */
};

/* A write-once variable. */
struct md_written {
  md_message *value;
  int heard; /* acknowledgements of children */
};

/* Creations that a strategy holds, in chains. */
struct md_held {
  md_message **chains;
  size_t n, room;
};

/* What a processor that is a thread has beside. */
struct md_inbox {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  md_message *first, *last; /* messages from others */
  struct md_timer *timers;
  bool sleeps;
  char *trace_text;
  size_t trace_size;
};

/* A processor.  What each message needs comes first: where there are many
 * processors, memory is what takes time. */
struct md {
  struct md_run *run;
  double now;  /* inside an entry, and until when it is busy */
  double line; /* until when the line is busy */
  double busy;
  FILE *trace;
  void **branches;
  int n_branches, index;
  bool booted, awake, in_entry, ends, poked, wants_common;
  bool charges; /* the next message costs as one of "charge" bytes */
  uint32_t charge;
  uint64_t next_id, created, processed, random;
  uint64_t messages, remote;
  md_message *message; /* that is being processed */
  md_message *boot;
  md_id self;
  atomic_ulong beat;
  struct md_pool *pool;
  struct md_queue system, responses, creations;
  struct md_quiet quiet;
  void *strategy;
  struct md_slot *slots;
  uint32_t n_slots, slots_room, vacant;
  md_message *early;
  struct md_held held;
  struct md_share *shares;
  struct md_written *written;
  int n_written, written_room, names;
  uint64_t chares, control, hops, probes, longest;
  struct md_inbox *inbox; /* threads */
};

/* A readonly variable. */
struct md_constant {
  void *value;
  size_t size;
};

/* A run. */
struct md_run {
  const struct md_program *program;
  struct md_options options;
  struct md_machine machine;
  const struct md_strategy *strategy;
  bool threads, shared; /* shared: a common queue of creations */
  bool begun;           /* the first entry is over */
  int processors;
  struct md *all;
  struct md_events events; /* simulation */
  struct md_pool pool;
  struct md_queue common;
  enum md_order responses;
  pthread_mutex_t common_mutex;
  double common_free;
  int *idle; /* processors that wait for the common queue */
  int n_idle;
  long open; /* messages created and not processed, simulated */
  struct md_constant *constants;
  uint64_t constant_bytes;
  FILE *trace;
  char *error; /* what went wrong first */
  pthread_mutex_t error_mutex;
  int *replay; /* where creations went, all processors' one after another */
  size_t *replay_at;
  atomic_bool stop, failed;
  atomic_int status, sleeping, work_timers, offices;
  atomic_int current;  /* the processor that is simulated */
  uint64_t background; /* timers of the strategy that wait, simulated */
  uint64_t timers;     /* and that went off */
  uint64_t rounds, found;
  double start, end;
  /* the watch over entries that never end */
  pthread_t watch;
  bool watched;
  pthread_mutex_t watch_mutex;
  pthread_cond_t watch_cond;
};

/* Return the "i"-th child of "m" in the spanning tree of "root", or -1. */
static inline int md_child(const struct md *m, int root, int i) {
  const int p = m->run->processors;
  const long rank = ((long)m->index - root + p) % p;
  const long child = rank * MD_FANOUT + 1 + i;
  return child < p ? (int)((child + root) % p) : -1;
}

/* Return how many children "m" has in the spanning tree of processor 0. */
static inline int md_children(const struct md *m) {
  int n = 0;
  while (n < MD_FANOUT && md_child(m, 0, n) >= 0)
    n++;
  return n;
}

/* Return the parent of "m" in it. */
static inline int md_parent(const struct md *m) {
  return (m->index - 1) / MD_FANOUT;
}
