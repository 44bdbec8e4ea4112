/* Ranks that send messages, in simulation: what rank.c, mail.c and together.c
 * say to each other.
 *
 * What each rank does is written down as for composition
 * (composer/engine/events.h); here every rank is a process of the
 * kernel that does what is written.  A message on its way is a process too,
 * which waits for the interface of its node; so is the part of a rank in what
 * several do together. */
#pragma once

#include "composer/engine/engine.h"
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

/* A letter that was posted.
 * letter   that of a script, or "own", of what ranks do together
 * flag     set when it is done, NULL: nobody asks; owner: who then looks
 * arrived  sent without waiting, it is where it is to be received
 * match    the other side
 * next     of those that are free */
struct lcm_vm_post {
  struct lcm_letter *letter;
  struct lcm_letter own;
  bool *flag;
  struct lcm_vm_waiter *owner;
  bool arrived;
  struct lcm_vm_post *match;
  struct lcm_vm_post *next;
};

typedef LCM_LIST(struct lcm_vm_post *) lcm_vm_posts;

/* A rank.
 * all      the ranks; number: of this one
 * at       step of its script, or the one after it; node: what that is of
 * helpers  how many have been made for it
 * asked    since when it waits */
struct lcm_vm_rank {
  struct lcm_vm_ranks *all;
  size_t number;
  struct lcm_vm_waiter waiter;
  size_t at;
  const lcm_node *node;
  size_t helpers;
  double asked;
};

/* A turn that a collective with a price takes at the interface of a node, which
 * has begun, and of which all that waits for it goes on when it has "left". */
struct lcm_vm_turn {
  struct lcm_node_turn is;
  struct lcm_vm_meeting *of;
  bool begun;
  bool left;
};

/* A message on its way, or a turn at an interface.
 * post      that is sent; turn: that is taken; the other is NULL
 * crosses   it needs the interface of its node, for "inject" from when it
 *           leaves
 * transit   from then until it is there; left: when it left */
struct lcm_vm_parcel {
  struct lcm_vm_helper helper;
  struct lcm_vm_ranks *all;
  struct lcm_vm_post *post;
  struct lcm_vm_turn *turn;
  bool crosses;
  lcm_sim_index interface;
  double inject;
  double transit;
  double left;
  struct lcm_vm_parcel *next;
};

/* An operation of a group: what it is, who of its members has come ("arrived"
 * of them, "row" of them in a row from the first on), and those who wait for
 * others to come; the turns that it takes. */
struct lcm_vm_meeting {
  const struct lcm_group *group;
  const struct lcm_meeting *meeting;
  size_t number;
  struct lcm_meeting_terms terms;
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

/* The part of a rank in "of".
 * me       its member there; rank: who it is; letter: what it posted
 * round    of the algorithm; out, in: what it sends and receives in that is
 *          done */
struct lcm_vm_hand {
  struct lcm_vm_helper helper;
  struct lcm_vm_waiter waiter;
  struct lcm_vm_ranks *all;
  struct lcm_vm_rank *rank;
  struct lcm_vm_meeting *of;
  struct lcm_letter *letter;
  size_t me;
  size_t round;
  bool out;
  bool in;
  struct lcm_vm_hand *next;
};

/* The meetings of the group "id", in order. */
struct lcm_vm_meetings {
  const struct lcm_group *group;
  LCM_LIST(struct lcm_vm_meeting *) all;
};

/* A team of ranks at work.
 * world     what they do; player: for whom it is written down
 * code      number of the instruction that plays a rank; behind it those that
 *           carry a message and do a part in what ranks do together
 * mail      only notes who comes to which operation
 * sent, wanted   for each rank, what nobody has taken yet
 * interfaces     of the nodes, the first
 * apart     ranks have code of their own
 * running   ranks that have not ended
 * helpers   all that there are; the free ones of each kind
 * life      memory */
struct lcm_vm_ranks {
  lcm_vm *vm;
  struct lcm_world world;
  struct lcm_player player;
  uint32_t code;
  struct lcm_mail *mail;
  struct lcm_vm_rank *at;
  lcm_vm_posts *sent;
  lcm_vm_posts *wanted;
  LCM_LIST(struct lcm_vm_meetings) meetings;
  lcm_sim_index interfaces;
  bool apart;
  size_t running;
  struct lcm_vm_helper *helpers;
  struct lcm_vm_post *free_posts;
  struct lcm_vm_parcel *free_parcels;
  struct lcm_vm_hand *free_hands;
  lcm_arena *life;
};

/* Run the instruction "at" of ranks; return whether "process" runs on. */
bool lcm_vm_step_rank(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at);

/* Nobody can go on.  Let ranks that wait for messages that are not known go
 * on; return whether there are any. */
bool lcm_vm_ranks_give_way(lcm_vm *vm);

/* Report what ranks wait for that never comes; return whether any does. */
bool lcm_vm_ranks_deadlock(lcm_vm *vm);

/* Free what the ranks of "vm" have. */
void lcm_vm_end_ranks(lcm_vm *vm);
