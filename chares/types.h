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

/* The head of a message has 48 bytes, so that one of up to 16 bytes of data is
 * in one line of the cache: where there are many processors, memory is what
 * takes time. */
struct md_message {
  union {
    md_message *next; /* in a queue or a chain */
    uint64_t order;   /* in a heap: in which it was queued */
  };
  union {
    double priority; /* of what has no key */
    int64_t key;     /* of a table */
  };
  uint64_t id;           /* creator, and its number there */
  int32_t to : 24;       /* processor; -1: the strategy says */
  uint32_t hops : 8;     /* of a creation */
  uint32_t from : 24;    /* who sent it last */
  uint32_t hollow : 1;   /* the data were not sent along */
  uint32_t placed : 1;   /* of a creation: no strategy is asked */
  uint32_t received : 1; /* what that costs was paid */
  uint32_t keyed : 1;    /* it has a key, and the priority 0 */
  uint32_t tailed : 1;   /* it has a tail */
  uint32_t size;         /* of the data */
  uint32_t slot;         /* of the chare, or a variable or office */
  uint32_t stamp;
  uint8_t kind;
  uint8_t class; /* of its memory */
  uint16_t entry;
  _Alignas(16) unsigned char data[];
};

/* What few messages have, behind their data. */
struct md_tail {
  uint32_t paid; /* for so many bytes */
  float status;  /* of the strategy of "from" */
};

enum md_order { MD_FIFO, MD_LIFO, MD_PRIORITY };

/* Messages that wait. */
struct md_queue {
  union {
    md_message *head;  /* fifo and lifo */
    md_message **heap; /* by priority */
  };
  union {
    md_message *tail;
    size_t room;
  };
  uint32_t n;
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

/* What goes on at the moment: on a thread, or on the processor that is
 * simulated. */
struct md_present {
  md_message *message; /* that is being processed */
  md_id self;
  bool in_entry, ends;
  bool charges; /* the next message costs as one of "charge" bytes */
  uint32_t charge;
  uint64_t serial; /* of messages in heaps */
  uint64_t messages, remote;
  struct md_pool *pool;
  FILE *trace;
  atomic_ulong beat;
};

/* A processor.  What each message needs is in the first two lines of the
 * cache, what creations need beside in the third. */
struct md {
  _Alignas(64) struct md_run *run;
  struct md_present *present;
  double now;  /* inside an entry, and until when it is busy */
  double line; /* until when the line is busy */
  double busy;
  uint64_t next_id, random;
  void *branch; /* of the first office; NULL: not created yet */

  uint64_t created, processed;
  struct md_queue responses;
  int index;
  uint32_t others; /* that wait in the queues below */
  bool booted, awake, poked, wants_common;
  bool probed; /* it has to tell its parent whether there is quiescence */
  md_message *boot;

  struct md_slot *slots;
  uint32_t n_slots, slots_room, vacant;
  int n_branches;
  struct md_queue creations;
  uint64_t chares;

  struct md_queue system;
  void **branches; /* of all offices */
  struct md_quiet quiet;
  void *strategy;
  md_message *early;
  struct md_held held;
  struct md_share *shares;
  struct md_written *written;
  int n_written, written_room, names;
  uint64_t control, hops, probes, longest;
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
  struct md_present present; /* of simulated processors */
  struct md_queue common;
  uint64_t serial; /* of messages in it */
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
