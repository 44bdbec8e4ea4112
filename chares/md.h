/* Message-driven programs (A. Sinha, Performance Analysis of Object-Based and
 * Message-Driven Programs, 1994): objects called chares, whose entries run one
 * message each, on threads of this machine or on simulated processors.
 *
 *   static void start(md *m, void *self, const void *data, size_t size) {
 *     md_exit(m, 0);
 *   }
 *   static const struct md_chare chares[] = {{"main", 0}};
 *   static const struct md_entry entries[] = {{0, "start", start}};
 *   static const struct md_program program = {
 *       .name = "small", .chares = chares, .n_chares = 1,
 *       .entries = entries, .n_entries = 1};
 *   int main(void) { return md_run(&program, NULL, NULL); }
 *
 * Compile with -llcmodel-md -lpthread -lm.  docs/guide/message-driven.md tells
 * how programs are written, docs/reference/message-driven.md has every call. */
#ifndef MD_H
#define MD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A processor, as the entry that runs on it sees it; a message. */
typedef struct md md;
typedef struct md_message md_message;

/* Which chare: one on a processor, or a branch of a branch-office chare. */
typedef struct md_id {
  int32_t processor;
  uint32_t slot;
  uint32_t stamp;
} md_id;

/* ---- what a program consists of ------------------------------------------ */

/* A kind of chare: its name, and the bytes of its data, which begin as 0. */
struct md_chare {
  const char *name;
  size_t size;
};

/* What runs when a message comes: in chare "self", with the "size" bytes at
 * "data", which last until it returns; NULL: they were not sent along. */
typedef void (*md_function)(md *m, void *self, const void *data, size_t size);

/* An entry: of which kind of chare, its name, what it does. */
struct md_entry {
  int chare;
  const char *name;
  md_function run;
};

enum md_sharing { MD_READONLY, MD_ACCUMULATOR, MD_MONOTONIC, MD_TABLE };

/* A variable that chares share. */
struct md_variable {
  enum md_sharing kind;
  const char *name;
  size_t size; /* bytes of an accumulator or a monotonic variable */
  void (*init)(void *value);                      /* NULL: all 0 */
  void (*add)(void *value, const void *more);     /* accumulator */
  void (*combine)(void *value, const void *more); /* NULL: as add */
  /* monotonic: take "more" where it is better; return whether it was */
  int (*update)(void *value, const void *more);
  int (*hash)(int64_t key, int processors); /* table; NULL: a mixing one */
  double wait; /* monotonic, tree: for how long updates are combined */
  int flood;   /* monotonic: by flooding, not along the spanning tree */
  int cache;   /* table: what was found is kept where it was asked for */
};

struct md_program {
  const char *name;
  const struct md_chare *chares;
  int n_chares;
  const struct md_entry *entries; /* the first begins, on processor 0 */
  int n_entries;
  const struct md_variable *variables;
  int n_variables;
  /* 1 and the kind of chare that every processor has one of from the start, at
   * no cost (md_resident); 0: none */
  int resident;
};

/* ---- running ------------------------------------------------------------- */

/* What simulated processors cost, in seconds. */
struct md_machine {
  double send;     /* of the sender's time, for a message to another one */
  double receive;  /* of the receiver's time */
  double latency;  /* on the way */
  double byte;     /* the sender's line is busy for, for each byte */
  double schedule; /* to pick a message from a queue */
  double lock;     /* the common queue of creations is held for */
};

struct md_strategy;

/* How to run; 0 or NULL: as the environment says, MD_RUN and so on. */
struct md_options {
  const char *run; /* "threads" or "simulate" */
  int processors;
  const char *machine;              /* a file; "network", "shared", "zero" */
  const struct md_machine *costs;   /* instead of "machine" */
  const char *strategy;             /* where new chares go, by name */
  const struct md_strategy *plugin; /* or one of your own */
  const char *queue;                /* fifo, lifo, fifolifo, priority */
  const char *trace;                /* file to write; "": none */
  const char *replay;               /* trace whose placement "replay" repeats */
  uint64_t seed;
  int cluster;   /* processors of each manager */
  double period; /* seconds between reports to managers */
  double limit;  /* seconds that an entry may take; < 0: any */
  double until;  /* time at which the run is given up; 0: never */
  /* a simulated run is given up when the timers of the strategy have gone off
   * more often; 0: never */
  uint64_t timers;
  /* of simulated messages, seconds; 0: as the machine says, < 0: none */
  double latency;
  void *user; /* for md_user */
};

/* What a run did. */
struct md_report {
  double time;       /* when it ended, simulated or measured, in seconds */
  double busy;       /* seconds of entries, of all processors together */
  uint64_t messages; /* entries that ran */
  uint64_t chares;   /* that were created */
  uint64_t remote;   /* messages that went to another processor */
  uint64_t control;  /* of the strategy */
  uint64_t timers;   /* of the strategy that went off, simulated */
  uint64_t hops;     /* that creations went, together */
  uint64_t probes;   /* messages of quiescence detection */
  uint64_t rounds;   /* its phases */
  uint64_t quiet;    /* how often it found quiescence */
  uint64_t longest;  /* most creations waiting on one processor */
  double period;     /* that the strategy went by */
  struct md_machine machine; /* what simulated processors cost */
};

/* What md_run returns where the program or its options are wrong. */
enum { MD_WRONG_OPTION = 2, MD_WRONG_PROGRAM = 3 };

/* Run "program" as "options" (may be NULL) say, until md_exit; put what it did
 * into "*report" (may be NULL).  Return the status of md_exit, or
 * MD_WRONG_..., with a message on stderr. */
int md_run(const struct md_program *program, const struct md_options *options,
           struct md_report *report);

/* End the run with "status", once the entry returns. */
void md_exit(md *m, int status);

/* ---- messages ------------------------------------------------------------ */

/* Messages have "size" bytes at "data", which are copied (NULL: such a size is
 * paid for, and nothing sent along), and a priority: less comes first where
 * queues go by it. */

/* Create a chare with a message to entry "entry"; the strategy says where. */
void md_create(md *m, int entry, const void *data, size_t size,
               double priority);

/* Create it on "processor". */
void md_create_on(md *m, int processor, int entry, const void *data,
                  size_t size, double priority);

/* Send a message to "id". */
void md_send(md *m, md_id id, int entry, const void *data, size_t size,
             double priority);

/* Return the resident chare of "processor" (md_program). */
md_id md_resident(int processor);

/* Let the next message that is created here cost what one of "size" bytes
 * does, whatever it carries. */
void md_charge(md *m, size_t size);

/* Create a branch-office chare, a branch on every processor, each with a copy
 * of the message; return its number. */
int md_create_office(md *m, int entry, const void *data, size_t size);

/* Send a message to all branches of "office". */
void md_broadcast(md *m, int office, int entry, const void *data, size_t size,
                  double priority);

/* Return the branch of "office" on "processor"; its data, where it is here
 * (NULL: not created yet). */
md_id md_branch(int office, int processor);
void *md_local(md *m, int office);

/* Return the chare that runs.  Let it end, once its entry returns. */
md_id md_self(const md *m);
void md_end(md *m);

/* ---- processors ---------------------------------------------------------- */

/* Return the number of this processor, and how many there are. */
int md_processor(const md *m);
int md_processors(const md *m);

/* Return the time in seconds.  Let "seconds" pass where processors are
 * simulated; threads take the time that they take. */
double md_time(const md *m);
void md_compute(md *m, double seconds);

/* Return 64 random bits of this processor, by the seed; what "user" was. */
uint64_t md_random(md *m);
void *md_user(const md *m);

/* Send a message of no bytes to "id" once no message is left. */
void md_quiescence(md *m, md_id id, int entry);

/* ---- shared variables ---------------------------------------------------- */

/* Set a readonly variable, in the first entry; return it, and its size. */
void md_set(md *m, int variable, const void *data, size_t size);
const void *md_read(const md *m, int variable, size_t *size);

/* Create a write-once variable; its name, an int, is sent to "id" when all
 * processors have it.  Return what it is, and its size; NULL: no such. */
void md_write_once(md *m, const void *data, size_t size, md_id id, int entry);
const void *md_deref(const md *m, int name, size_t *size);

/* Add to an accumulator.  Send its value to "id", and begin it anew. */
void md_accumulate(md *m, int variable, const void *more);
void md_collect(md *m, int variable, md_id id, int entry);

/* Offer a value of a monotonic variable; return the best known here. */
void md_improve(md *m, int variable, const void *value);
const void *md_best(const md *m, int variable);

/* Put an entry into a table, in the place of one of the same key; take it out.
 * Send it to "id": at once, where there is none with NULL and size 0; or once
 * it is there.  Return the key of what is being received. */
void md_insert(md *m, int variable, int64_t key, const void *data, size_t size);
void md_delete(md *m, int variable, int64_t key);
void md_find(md *m, int variable, int64_t key, md_id id, int entry);
void md_await(md *m, int variable, int64_t key, md_id id, int entry);
int64_t md_key(const md *m);

/* ---- strategies ---------------------------------------------------------- */

/* Where new chares go.  Each function may be NULL. */
struct md_strategy {
  const char *name;
  size_t size; /* bytes of its state on each processor */
  void (*init)(md *m, void *state);
  /* a chare was created here, or a creation came from another processor; it is
   * kept, placed, or held until later.  NULL: kept */
  void (*from_local)(md *m, void *state, md_message *message);
  void (*from_net)(md *m, void *state, md_message *message);
  /* what is sent along with each message, and comes with it */
  float (*add_status)(md *m, void *state);
  void (*extract_status)(md *m, void *state, int from, float status);
  /* a message of md_control came */
  void (*control)(md *m, void *state, int from, const int64_t *words);
  void (*begun)(md *m, void *state); /* a creation was taken from the queue */
  void (*idle)(md *m, void *state);  /* nothing is left to do here */
  void (*timer)(md *m, void *state); /* the time of md_later has come */
};

/* Queue "message" here; send it to "processor"; put it into this processor's
 * hold, and take the one of number "id" from it (NULL: not there). */
void md_keep(md *m, md_message *message);
void md_place(md *m, md_message *message, int processor);
void md_hold(md *m, md_message *message);
md_message *md_release(md *m, uint64_t id);

/* Take the creation whose turn it is from the queue here (NULL: none). */
md_message *md_take(md *m);

/* Return the priority of "message", its number, how far it has come, and who
 * sent it last. */
double md_message_priority(const md_message *message);
uint64_t md_message_id(const md_message *message);
int md_message_hops(const md_message *message);
int md_message_from(const md_message *message);

/* Send four words to the strategy on "processor"; call its timer in
 * "seconds". */
void md_control(md *m, int processor, const int64_t words[4]);
void md_later(md *m, double seconds);

/* Return "size" zeroed bytes that last until the run ends. */
void *md_memory(md *m, size_t size);

/* Return how many creations are queued here; what options say; the name of
 * strategy, of those that need no trace, or queue number "i" (NULL: none). */
int md_load(const md *m);
int md_cluster(const md *m);
double md_period(const md *m);
const char *md_strategy_name(size_t i);
const char *md_queue_name(size_t i);
#ifdef __cplusplus
}
#endif
#endif
