/* The state of a play: actors do what their scripts say, the earliest first
 * (play.c); while they wait for tasks they run some (play_task.c). */
#pragma once

#include "composer/engine/events.h"
#include "composer/engine/messages/queue.h"

/* A taskgroup inside another, its unfinished tasks, and the suspended task that
 * waits for them (or NULL). */
struct lcm_play_group {
  struct lcm_play_group *outer;
  size_t unfinished;
  struct lcm_play_task *waiter;
};

/* How far an actor or a suspended task is. */
struct lcm_play_progress {
  struct lcm_play_task *task;   /* the present one */
  struct lcm_play_task *made;   /* a task that it makes right now */
  struct lcm_play_group *group; /* the innermost taskgroup */
  bool paid;                    /* for the present step */
  /* it has come to the present collective, which had the number "epoch" */
  bool met;
  size_t epoch;
};

/* A task; also what a member does beside explicit tasks. */
struct lcm_play_task {
  /* that made it, and the group that it was made in */
  struct lcm_play_task *parent;
  struct lcm_play_group *group;
  const lcm_script *script;
  size_t children; /* unfinished ones */
  size_t queued;   /* of these, those in the queue */
  size_t missing;  /* unfinished tasks that it depends on */
  bool at_once;    /* it is not deferred */
  bool done;
  bool waits; /* it is suspended until its children are done */
  size_t at;  /* at, now: where it goes on, and how far it is there */
  struct lcm_play_progress now;
  size_t owner; /* the actor in whose queue it is */
  size_t level; /* how many made each other */
  double priority;
  /* before, behind: its neighbours in the queue of tasks that can run */
  struct lcm_play_task *before;
  struct lcm_play_task *behind;
  LCM_LIST(struct lcm_play_task *) needed; /* by these tasks */
};

/* What the children of "parent" did last to the variable "key": the last task
 * that writes it, and those that read it since. */
struct lcm_play_site {
  const struct lcm_play_task *parent;
  const char *key;
  struct lcm_play_task *writer;
  LCM_LIST(struct lcm_play_task *) readers;
};

/* A script being executed: the next step, the task that it is (NULL: a unit of
 * what members share, or all that a member does), and how far the actor was
 * when it began with it. */
struct lcm_play_frame {
  const lcm_script *script;
  size_t at;
  struct lcm_play_task *task;
  struct lcm_play_progress before;
};

/* Why an actor does not go on. */
enum lcm_play_parked {
  RUNS,
  FOR_LOCK,
  FOR_SERVICE,
  FOR_CONDITION,
  FOR_LETTERS,
  FOR_BARRIER,
  FOR_TASKS
};

/* An actor. */
struct lcm_play_actor {
  /* scripts that it executes, one inside the other */
  LCM_LIST(struct lcm_play_frame) frames;
  struct lcm_play_progress now; /* how far it is */
  /* why it does not go on, and to which category its time goes */
  enum lcm_play_parked parked;
  size_t category;
  size_t holds; /* locks */
  /* who has less comes first among equal clocks: by how much later than they
   * say things happen, in units too small to be seen */
  double turn;
  bool computes; /* it has done nothing else since it last spent time */
  size_t victim; /* whose tasks it took last, or (size_t)-1 */
  size_t queued; /* tasks in its queue */
};

/* Who has a unit of a lock, since when, and how often once more; or who is
 * served by a resource that is shared, since when, and how much of the service
 * is left; "takes": how many units. */
struct lcm_play_holder {
  size_t actor;
  double takes;
  double since;
  double left;
  size_t more;
};

/* A lock or resource of "units", of which "used" are taken; less than none
 * where a semaphore has more than it began with ("counts"). */
struct lcm_play_lock {
  const char *key;
  double units;
  double used;
  enum lcm_cat waits; /* the category that waiting for it is */
  double held;        /* how long all in all */
  LCM_LIST(struct lcm_play_holder) holders;
  LCM_LIST(size_t) queue; /* who waits; "served" of them wait no more */
  size_t served;
  /* its holders are served together, what is "left" for each being that at the
   * time "now" */
  bool shared;
  bool counts;
  double now;
};

/* A condition that was signalled. */
struct lcm_play_condition {
  const char *key;
  double time;
  const struct lcm_sending *sending; /* that was written down of it */
};

/* A task on its way to who runs it, until "when"; "actor" has made it. */
struct lcm_play_flight {
  double when;
  size_t number; /* of those of one time, the first made comes first */
  size_t actor;
  struct lcm_play_task *task;
};

/* The play.
 * first, last of the queue of tasks that can run, by priority
 * ranked      some of those that were in it had a priority */
struct lcm_play {
  struct lcm_world *w;
  struct lcm_run *run;
  lcm_arena *arena;
  struct lcm_play_actor *actors;
  size_t present; /* the actor that acts now */
  size_t *heap;   /* actors that can go on, the earliest first */
  size_t n_heap;
  LCM_LIST(struct lcm_play_lock) locks;
  lcm_map lock_of; /* which of them has a key */
  size_t served;   /* actors that resources that are shared serve now */
  LCM_LIST(struct lcm_play_condition) conditions;
  struct lcm_play_site *sites; /* by open addressing */
  size_t n_sites;
  size_t cap_sites;
  struct lcm_play_task *first;
  struct lcm_play_task *last;
  bool ranked;
  size_t unfinished;                        /* tasks */
  LCM_LIST(struct lcm_play_flight) flights; /* a heap, the earliest first */
  size_t flown;                             /* flights that began */
  size_t arrived; /* members at the collective number "epoch", of "members" */
  size_t members;
  size_t epoch;
  uint64_t chance; /* the last random number, 0: nothing is random */
  struct lcm_message_queue
      *queue; /* between ranks, NULL where there are none */
  /* of ranks: who surely never goes on; the guess because of which each was
   * let go on, or NULL */
  bool *stuck;
  const struct lcm_guess **doubts;
};

/* Let the actors of "w" do what is written down; "deadlock" where nobody can
 * go on. */
void lcm_world_play(struct lcm_world *w);
