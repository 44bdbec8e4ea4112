/* Executing code whose order matters event by event: locks, conditions, tasks
 * that wait, iterations that lock or make tasks.
 *
 * What each actor (member of a team, or unit of a PARALLEL) will do is written
 * down as a script; then the actor with the earliest clock does its next step,
 * the one with the lowest number among equals, until all are done. */
#pragma once

#include "composer/engine/run.h"

/* What an actor does next.
 * COMPUTE   spends "outcome"
 * ACQUIRE   waits for the lock "key", then pays "cost"
 * RELEASE   gives it back
 * SERVE     spends "outcome" at the resource "key", which those who come to it
 *           share
 * SIGNAL    makes the condition "key" true
 * WAIT      until it is
 * SHARE     takes units of "sharing" until none is left, "cost" for each
 * MEET      waits for all members and tasks, then pays "cost"
 * MAKE      makes a task that executes "script", "cost" for it
 * JOIN      waits for the children of the present task
 * OPEN      begins a taskgroup
 * CLOSE     waits for the tasks of the group
 * POST      posts "message"
 * AWAIT     waits for "messages"
 * MARK      notes the time
 * PERFORM   does what "script" says, a round of a loop that waits for others
 * APART     what "apart" says, known to who plays the script: only where it is
 *           written down for somebody else than the engine */
enum lcm_act {
  LCM_ACT_COMPUTE,
  LCM_ACT_ACQUIRE,
  LCM_ACT_RELEASE,
  LCM_ACT_SERVE,
  LCM_ACT_SIGNAL,
  LCM_ACT_WAIT,
  LCM_ACT_SHARE,
  LCM_ACT_MEET,
  LCM_ACT_MAKE,
  LCM_ACT_JOIN,
  LCM_ACT_OPEN,
  LCM_ACT_CLOSE,
  LCM_ACT_POST,
  LCM_ACT_AWAIT,
  LCM_ACT_MARK,
  LCM_ACT_PERFORM,
  LCM_ACT_APART
};

struct lcm_step;
struct lcm_queued;
struct lcm_message_queues;
struct lcm_ranks;
struct lcm_known_scripts;
struct lcm_steady;

/* A list of steps. */
typedef LCM_LIST(struct lcm_step) lcm_script;

/* Units that the members of a team share. */
struct lcm_sharing {
  const lcm_node *node; /* the construct */
  /* for each member "n" scripts, in the order in which they are given out */
  lcm_script **units;
  /* what is noted when the member takes the unit, where units differ by member;
   * else NULL */
  struct lcm_journal **journals;
  size_t n;
  size_t next; /* the first that nobody has taken */
  /* how long taking one keeps others from it, which it is "busy" until */
  double held;
  double busy;
};

/* How a task depends on its siblings: keys of what it names; writes[i]: item i
 * is out or inout. */
struct lcm_needs {
  const char **keys;
  bool *writes;
  size_t n;
};

/* Something that what a rank does rests on, and that nobody knows: at "node",
 * "what" is taken to be the case; "give" says what would settle it. */
struct lcm_guess {
  const lcm_node *node;
  const char *what;
  const char *give;
};

/* A step of a script; see enum lcm_act for which fields it has. */
struct lcm_step {
  enum lcm_act act;
  const char *key;
  double units;       /* how many there are of the resource "key" */
  enum lcm_cat waits; /* the category that waiting for it is */
  double cost;
  struct lcm_outcome *outcome;
  struct lcm_sharing *sharing;
  const lcm_script *script;
  struct lcm_needs needs;
  double takes; /* of ACQUIRE and RELEASE: how many of them at once */
  bool nests;   /* of ACQUIRE: who has the lock gets it again */
  bool among;   /* of ACQUIRE and RELEASE: ranks share the lock */
  /* it is a semaphore: what is released need not have been acquired */
  bool counts;
  struct lcm_queued *queued;
  const struct lcm_message_queues *queues;
  const void *apart;
  bool at_once;    /* of MAKE: the task is not deferred */
  double priority; /* of MAKE: who takes tasks takes those of more first */
  bool inner;      /* of MARK: the loop goes on */
  /* of MAKE: how long it takes until somebody can run it */
  double flight;
  bool is_sync; /* of MEET: waiting there is synchronization loss */
  /* that was written down; of several, one that takes long */
  const lcm_node *node;
  size_t record; /* of what the time counts for */
  size_t own;    /* of what "outcome" was counted for already */
  /* of ranks: the first guess on the way here, NULL: all is known */
  const struct lcm_guess *guess;
  lcm_loc loc;
};

/* How often the alternatives of the branch "node", and none of them, are due,
 * to all or (ranks) to "member", who has come to it "times" times. */
struct lcm_dues {
  const lcm_node *node;
  const char *path; /* of calls to it, the first time, and what they called */
  const lcm_function *function;
  size_t member;
  double level; /* see lcm_run_level */
  double *due;
  double *expected; /* how often each was due in all */
  uint64_t times;
};

/* Who plays the scripts instead of the engine. */
struct lcm_player {
  /* returns what "node", executed by "weight" processors with what is bound in
   * the run, is to be; NULL: what the engine says it costs */
  const void *(*apart)(void *user, const lcm_node *node, double weight);
  void *user; /* for it */
  /* branches by chance are drawn with this seed, by all ranks alike */
  uint64_t dice;
  bool drew; /* there are such branches */
};

/* A chunk of an `ordered` loop, which has its turn after the one before. */
struct lcm_turn {
  size_t loop; /* number of the loop, by the member that meets it */
  /* first, end: its iterations are first .. end - 1, and "at" is the present
   * one */
  double first;
  double end;
  double at;
  bool passed; /* the turn went on already */
};

/* Which of the tasks that can run members take: the OpenMP library says.
 * GREEDY   any of them, the youngest child first; what waits for tasks goes on
 *          at whoever is free
 * LIBGOMP  where they meet, the oldest of one queue; where they wait for tasks,
 *          one of these or none
 * LIBOMP   the youngest of their own, or else the oldest of another member, if
 *          the task that waits is an ancestor of it */
enum lcm_tasking { LCM_TASKS_GREEDY, LCM_TASKS_LIBGOMP, LCM_TASKS_LIBOMP };

/* What the actors do, and what came of it. */
struct lcm_world {
  struct lcm_run *run;
  lcm_arena scratch; /* memory until all are done */
  /* the actors are the members of a team; "shares": what is written down is
   * shared by them (and not what one of them does alone) */
  bool in_team;
  bool shares;
  size_t n;
  lcm_script *scripts;       /* of the "n" actors */
  const double *weights;     /* processors of each */
  double *clocks;            /* from where they go on, then their ends */
  struct lcm_outcome *sums;  /* what each has spent */
  struct lcm_trail **trails; /* of the actors, or NULL: nobody asks */
  /* the node whose record is open already, or NULL */
  const lcm_node *opened;
  /* worksharing constructs in the order in which members meet them, "met" of
   * them by the member that is being written down */
  LCM_LIST(struct lcm_sharing *) sharings;
  size_t met;
  size_t member;         /* that is written down */
  struct lcm_turn *turn; /* of the chunk around, or NULL */
  /* how many ordered loops the member has met */
  size_t orders;
  LCM_LIST(struct lcm_dues) dues; /* of branches by chance */
  size_t turns;                   /* alternatives that these have taken */
  bool final;                     /* tasks are executed at once */
  double bundle; /* what is written down stands for so many of it; 0: one */
  enum lcm_tasking tasking; /* who runs which task */
  /* of what is random in the order of things that happen at the same time, 0:
   * nothing */
  uint64_t seed;
  /* the actors are ranks that send messages; else NULL */
  struct lcm_ranks *ranks;
  struct lcm_steady *steady; /* loops are cut short; NULL: none is */
  struct lcm_player *player; /* who plays the scripts; NULL: the engine */
  /* only messages are written down, to know who sends them */
  bool tries;
  /* the first guess of the rank that is written down, NULL: all is known so
   * far; guesses: that of each, once all of it is written down */
  const struct lcm_guess *guess;
  const struct lcm_guess **guesses;
  /* loops and branches of the present function around what is written down,
   * but not the branch whose last alternative is all that follows */
  unsigned nested;
  bool polls; /* inside of a loop that only tests one request */
  /* of such a loop: what it does each time that the test finds nothing, NULL:
   * that is written down at present ("again") or does not matter */
  const lcm_script *pass;
  bool again;
  const lcm_node *node;            /* that is written down at present */
  struct lcm_known_scripts *known; /* scripts of tasks, for equal ones */
  size_t steps; /* taken in writing; more than "most" are too many */
  size_t most;
};
