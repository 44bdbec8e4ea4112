/* Ranks that send messages, in simulation: what rank.c, queue.c and together.c
 * say to each other.
 *
 * What each rank does is written down as for composition
 * (composer/engine/events.h); here every rank is a process of the
 * kernel that does what is written.  A message on its way is a process too,
 * which waits for the interface of its node; so is the part of a rank in what
 * several do together. */
#pragma once

#include "composer/simulate/team.h"

/* A process that looks again when something it may wait for is done. */
struct lcm_vm_waiter {
  lcm_process *process;
  bool waits;
};

/* A process that does something for a rank, and ends before it: one of a
 * list. */
struct lcm_vm_helper {
  lcm_process *process;
  struct lcm_vm_helper *before;
  struct lcm_vm_helper *behind;
};

/* A message that was posted. */
struct lcm_vm_queue {
  /* that of a script, or "own", of what ranks do together */
  struct lcm_queued *queued;
  struct lcm_queued own;
  bool *flag;                  /* set when it is done, NULL: nobody asks */
  struct lcm_vm_waiter *owner; /* who then looks */
  /* sent without waiting, it is where it is to be received */
  bool arrived;
  struct lcm_vm_queue *match; /* the other side */
  struct lcm_vm_queue *next;  /* of those that are free */
};

typedef LCM_LIST(struct lcm_vm_queue *) lcm_vm_queue;

/* A rank. */
struct lcm_vm_rank {
  struct lcm_vm_ranks *all; /* the ranks */
  size_t number;            /* of this one */
  struct lcm_vm_waiter waiter;
  size_t at;            /* step of its script, or the one after it */
  const lcm_node *node; /* what that is of */
  size_t helpers;       /* how many have been made for it */
  double asked;         /* since when it waits */
  double first;         /* when it asked for that first */
};

/* A turn that a collective with a price takes at the interface of a node, which
 * has begun, and of which all that waits for it goes on when it has "left". */
struct lcm_vm_turn {
  struct lcm_node_turn is;
  struct lcm_vm_collective *of;
  bool begun;
  bool left;
};

/* A message on its way, or a turn at an interface. */
struct lcm_vm_parcel {
  struct lcm_vm_helper helper;
  struct lcm_vm_ranks *all;
  struct lcm_vm_queue *post; /* that is sent */
  struct lcm_vm_turn *turn;  /* that is taken; the other is NULL */
  /* it needs the interface of its node, for "inject" from when it leaves */
  bool crosses;
  lcm_sim_index interface;
  double inject;
  double transit; /* from then until it is there */
  double left;    /* when it left */
  struct lcm_vm_parcel *next;
};

/* An operation of a group: what it is, who of its members has come ("arrived"
 * of them, "row" of them in a row from the first on), and those who wait for
 * others to come; the turns that it takes. */
struct lcm_vm_collective {
  const struct lcm_group *group;
  const struct lcm_collective *collective;
  size_t number;
  struct lcm_collective_terms terms;
  double eager;
  double send;
  double receive;
  bool *here;
  size_t arrived;
  size_t row;
  struct lcm_vm_turn *turns;
  size_t n_turns;
  LCM_LIST(struct lcm_vm_hand *) hands;
};

/* The part of a rank in "of". */
struct lcm_vm_hand {
  struct lcm_vm_helper helper;
  struct lcm_vm_waiter waiter;
  struct lcm_vm_ranks *all;
  struct lcm_vm_rank *rank; /* who it is */
  struct lcm_vm_collective *of;
  struct lcm_queued *queued; /* what it posted */
  size_t me;                 /* its member there */
  /* of the algorithm; out, in: what it sends and receives in that is done */
  size_t round;
  bool out;
  bool in;
  struct lcm_vm_hand *next;
};

/* The collectives of the group "id", in order. */
struct lcm_vm_collectives {
  const struct lcm_group *group;
  LCM_LIST(struct lcm_vm_collective *) all;
};

/* A team of ranks at work. */
struct lcm_vm_ranks {
  lcm_vm *vm;
  struct lcm_world world;   /* what they do */
  struct lcm_player player; /* for whom it is written down */
  /* number of the instruction that plays a rank; behind it those that carry a
   * message and do a part in what ranks do together */
  uint32_t code;
  struct lcm_message_queue *queue; /* only notes who comes to which operation */
  struct lcm_vm_rank *at;
  /* who surely never goes on; the guess because of which each was let go on,
   * or NULL */
  bool *stuck;
  const struct lcm_guess **doubts;
  /* sent, wanted: for each rank, what nobody has taken yet */
  lcm_vm_queue *sent;
  lcm_vm_queue *wanted;
  LCM_LIST(struct lcm_vm_collectives) collectives;
  lcm_sim_index interfaces; /* of the nodes, the first */
  lcm_map locks;            /* of windows, by name */
  bool apart;               /* ranks have code of their own */
  size_t running;           /* ranks that have not ended */
  /* all that there are; the free ones of each kind */
  struct lcm_vm_helper *helpers;
  struct lcm_vm_queue *free_posts;
  struct lcm_vm_parcel *free_parcels;
  struct lcm_vm_hand *free_hands;
  lcm_arena *life; /* memory */
};

/* Run the instruction "at" of ranks; return whether "process" runs on. */
bool lcm_vm_step_rank(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at);

/* Nobody can go on.  Let ranks that wait for messages that are not known go
 * on; return whether there are any. */
bool lcm_vm_ranks_give_way(lcm_vm *vm);

/* Report what ranks wait for that never comes; return whether any does. */
bool lcm_vm_ranks_deadlock(lcm_vm *vm);

/* Say which guess led the ranks to where they wait for locks of windows that
 * nobody gives back; return whether one did. */
bool lcm_vm_ranks_guessed(lcm_vm *vm);

/* Free what the ranks of "vm" have. */
void lcm_vm_end_ranks(lcm_vm *vm);
