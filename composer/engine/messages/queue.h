/* Messages between the ranks of a team: what the files of queues say to each
 * other and to the events (composer/engine/play/play.c).  Each operation of a
 * rank is a message: something that it sends or receives, or its part in what
 * several ranks do together.  A message is posted, and it is waited for until
 * it is done. */
#pragma once

#include "composer/engine/events.h"
#include "composer/engine/run.h"
#include "composer/rules/rules.h"

struct lcm_play;
struct lcm_sending;

/* The ranks of a communicator: member k is the rank ranks[k] of the team. */
struct lcm_group {
  size_t id; /* a number of its own */
  const size_t *ranks;
  size_t n;
  /* operations that its members do together, in order */
  LCM_LIST(struct lcm_collective *) collectives;
  size_t *met; /* how many of them each member has come to */
};

/* What a message is.  AWAY reads or writes the memory of another rank. */
enum lcm_queued_kind { LCM_SENDS, LCM_RECEIVES, LCM_JOINS, LCM_AWAY };

/* A message. */
struct lcm_queued {
  enum lcm_queued_kind kind;
  const lcm_node *node;                    /* the operation */
  const struct lcm_mpi_function *function; /* what it is */
  const struct lcm_guess *guess;           /* that led to it, or NULL */
  /* group, me: the communicator, and who posts it there */
  struct lcm_group *group;
  size_t me;
  double peer; /* the other side (LCM_RANK_ANY: whoever it is), or the root */
  /* where the message "like" came from, NULL: as "peer" says */
  const struct lcm_queued *like;
  const struct lcm_queued *like_tag; /* likewise: that has the same tag */
  bool looks; /* it waits for a message and leaves it where it is */
  bool crosses;
  /* leaves, comes: of AWAY: the ranks of the team that the data move between,
   * where "crosses": both are known */
  size_t leaves;
  size_t comes;
  const struct lcm_queued *match; /* the message that is received */
  /* 1 + the number of the message that its sender had received last; passage:
   * that of its own; 0: none, or messages are not noted */
  size_t cause;
  size_t passage;
  /* that the ranks of "group" form, NULL for none */
  const struct lcm_cart *grid;
  /* a part of what neighbours do together, which nothing else matches */
  bool joint;
  double tag;   /* LCM_RANK_ANY: any */
  double bytes; /* that are sent */
  /* of what is received, where "bounded": it has at most so many bytes */
  double room;
  bool bounded;
  bool rooted; /* of what ranks do together: the root is known */
  bool priced; /* it is on its way for "price" seconds, whatever its bytes */
  double price;
  /* of what ranks do together: its end if no interface were shared */
  double free;
  double held; /* until it leaves its node, of the time from "start" on */
  /* part of its time that is resource contention: a file that others use too */
  double crowd;
  bool waits;      /* the sender waits until the receiver has it */
  bool buffered;   /* the sender never waits */
  double overhead; /* of the sender */
  bool posted;     /* since "post" */
  /* known to be complete at "end"; the data move, or those that are waited for
   * are there, from "start" on */
  bool done;
  bool used; /* it was waited for already */
  double post;
  double start;
  double end;
  /* that was written down of it, or of the message that it takes; or NULL */
  const struct lcm_sending *sending;
  size_t logged;  /* 1 + the number of what the log says of it; 0: nothing */
  size_t waiting; /* category of the waiting until "start" */
  size_t moving;  /* of that after it */
};

/* Messages that are waited for: all of them, or (any) one.  pass: what who asks
 * for them does in between, "gap" seconds long, until they are there; NULL: he
 * waits. */
struct lcm_message_queues {
  struct lcm_queued **at;
  size_t n;
  bool any;
  const lcm_script *pass;
  double gap;
};

/* An operation that the members of a group do together: the message of each
 * that has come to it. */
struct lcm_collective {
  struct lcm_queued **queues;
  size_t n;
};

typedef LCM_LIST(struct lcm_queued *) lcm_queued_list;

/* Interfaces that the ranks of a node share (see queue_node.c). */
struct lcm_nodes;

/* Messages that are not yet received, for each rank. */
struct lcm_message_queue {
  struct lcm_run *run;
  lcm_arena *arena;
  size_t n;
  lcm_queued_list *sent;   /* to each rank */
  lcm_queued_list *wanted; /* by each rank */
  struct lcm_nodes *nodes; /* NULL: messages do not share an interface */
  /* 1 + the number of the message that each has received last */
  size_t *last;
};

/* Return empty queues for "n" ranks. */
struct lcm_message_queue *lcm_queue_new(struct lcm_run *run, lcm_arena *arena,
                                        size_t n);

/* Let rank "i" post "message". */
void lcm_queue_post(struct lcm_message_queue *queue, struct lcm_play *p,
                    size_t i, struct lcm_queued *queued);

/* Let rank "i" wait for "messages"; false: they are not done yet. */
bool lcm_queue_await(struct lcm_message_queue *queue, struct lcm_play *p,
                     size_t i, const struct lcm_message_queues *queues);

/* Return the message of "messages" that was done first and is not used yet,
 * NULL where there is none; "*open": some are not done. */
struct lcm_queued *lcm_queues_next_done(const struct lcm_message_queues *queues,
                                        bool *open);

/* Return how often who asked for messages at "asked" first, and asks again
 * after each "gap" seconds, is told in vain that those are not there which are
 * at "until". */
double lcm_queues_asked(double asked, double gap, double until);

/* Rank "i" waits for "messages", and nobody can go on: take them for done;
 * false: they are. */
bool lcm_queue_give_way(struct lcm_play *p, size_t i,
                        const struct lcm_message_queues *queues);

/* Return the rank of the team that "message" is sent to, or whose it is. */
size_t lcm_queued_place(const struct lcm_queued *queued);

/* Let "message" go to where the one came from that it is an answer to, if it
 * is; to the first rank where that is not known. */
void lcm_queued_address(struct lcm_queued *queued);

/* Return whether "wanted" takes "sent". */
bool lcm_queued_matches(const struct lcm_queued *sent,
                        const struct lcm_queued *wanted);

/* Return whether "a" and "b", which are sent, are of one sender: who takes
 * either takes them in their order. */
bool lcm_queued_is_of_one(const struct lcm_queued *a,
                          const struct lcm_queued *b);

/* Note that the member of "message" comes to the next operation of its group;
 * return that.  Another one than others came to is an error. */
struct lcm_collective *lcm_queue_join(struct lcm_message_queue *queue,
                                      struct lcm_queued *queued);

/* By which messages ranks do something together: down or up a binomial tree
 * (PARTS: each its own part), by recursive doubling, around a ring, pairwise,
 * to those at twice the distance each time (all around, or up to the last); or
 * by none, all waiting for all. */
enum lcm_algorithm {
  LCM_GO_DOWN,
  LCM_GO_DOWN_PARTS,
  LCM_GO_UP,
  LCM_GO_UP_PARTS,
  LCM_GO_DOUBLE,
  LCM_GO_AROUND,
  LCM_GO_PAIRWISE,
  LCM_GO_SPREAD,
  LCM_GO_SCAN,
  LCM_GO_MEET
};

/* How members wait for others: all for all, all for the root, the root for all,
 * each for those before it. */
enum lcm_together {
  LCM_FOR_ALL,
  LCM_FOR_ROOT,
  LCM_ROOT_FOR_ALL,
  LCM_FOR_EARLIER
};

/* What a collective is. */
struct lcm_collective_terms {
  enum lcm_together how;
  enum lcm_algorithm algorithm;
  size_t root;
  double bytes;  /* that each contributes */
  double passed; /* that a message has, where all are of the same size */
  /* the machine says that it is "cost" from when those have come for whom it
   * waits */
  bool priced;
  double cost;
};

/* A message of "bytes" that is "ready" to leave rank "from" of the team for
 * rank "to". */
struct lcm_departure {
  size_t from;
  size_t to;
  double bytes;
  double ready;
};

/* What the members of a group do together: the bytes that each contributes,
 * and the root, where there is one. */
struct lcm_share {
  double bytes;
  size_t root;
};

/* A turn that what a group does together takes at the interface of "node", for
 * "hold" seconds; first: the first of its members there. */
struct lcm_node_turn {
  size_t node;
  size_t first;
  double hold;
};

/* A part of the time of a rank. */
struct lcm_queue_span {
  double begin;
  double end;
};

/* What a log says a rank does: it begins to send or to receive, waits until
 * that is done, or works. */
enum lcm_queue_event_kind {
  LCM_LOG_SEND,
  LCM_LOG_RECEIVE,
  LCM_LOG_WAIT,
  LCM_LOG_WORK
};

/* An event of a log. */
struct lcm_queue_event {
  enum lcm_queue_event_kind kind;
  size_t rank; /* rank, peer: who, and the other side */
  size_t peer;
  size_t space; /* number of the communicator */
  /* a part of what its ranks, or neighbours among them, do together */
  bool together;
  bool matched; /* what is received has come */
  double tag;   /* tag, bytes: of the message */
  double bytes;
  size_t of; /* 1 + the number of what is waited for; 0: of no message */
  /* when, by the clock of the rank; both 0: between two others */
  struct lcm_queue_span span;
};

/* What the "n" ranks of a run do, each in its order. */
struct lcm_queue_log {
  LCM_LIST(struct lcm_queue_event) all;
  size_t world; /* number of the communicator of all of them */
  double *ends; /* when each has ended; NULL: the ranks did not run */
  size_t n;
};

/* A message of what ranks do together, between members of a communicator. */
struct lcm_pass {
  size_t from;
  size_t to;
  double bytes;
};

/* Each of these does nothing where the run keeps no log. */
