/* What the file says of threads of POSIX and C11. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a call does. */
enum lcm_thread_act {
  LCM_THREAD_CREATE, /* starts a thread */
  LCM_THREAD_JOIN,   /* waits for its end */
  LCM_THREAD_DETACH, /* nobody will */
  LCM_THREAD_LOCK,   /* possesses an object; UNLOCK ends that */
  LCM_THREAD_UNLOCK,
  LCM_THREAD_READ,  /* possesses a lock of readers and writers */
  LCM_THREAD_WRITE, /* the same; LEAVE ends both */
  LCM_THREAD_LEAVE,
  LCM_THREAD_FILL, /* gives a semaphore its first value */
  LCM_THREAD_TAKE, /* takes a unit of it; GIVE gives one */
  LCM_THREAD_GIVE,
  LCM_THREAD_AWAIT,   /* waits on a condition variable */
  LCM_THREAD_WAKE,    /* wakes who does */
  LCM_THREAD_PARTIES, /* says for how many a barrier is */
  LCM_THREAD_MEET,    /* waits at it */
  LCM_THREAD_ONCE,    /* calls a function the first time only */
  LCM_THREAD_TRY,     /* may possess an object, or not */
  LCM_THREAD_TIMED,   /* may wait, or not */
  LCM_THREAD_STOP     /* ends or disturbs another thread */
};

/* A function of threads, or one of the file that only passes its arguments on
 * to one: see threads.def. */
struct lcm_thread_function {
  const char *name;
  enum lcm_thread_act act;
  int object;
  int routine;
  int value;
};

/* A call of such a function with those of its arguments. */
struct lcm_thread_call {
  enum lcm_thread_act act;
  const lcm_ast *call;
  const lcm_ast *object;
  const lcm_ast *routine;
  const lcm_ast *value;
};

/* A variable that threads wait on with condition variables, or in loops that do
 * nothing: what the loops ask of it, and what the file does to it. */
struct lcm_awaited {
  /* as of lcm_thread_object */
  const char *name;
  /* they wait while it is 0; while it has reached a limit; while it is not 0;
   * until it has reached a limit; they ask what is not followed */
  bool empty;
  bool full;
  bool busy;
  bool below;
  bool odd;
  /* functions with such loops */
  LCM_LIST(const lcm_ast *) waiting;
  /* how often it is counted up and down */
  unsigned ups;
  unsigned downs;
  /* set to a number, and to 0, in functions that wait for it; set to something
   * else anywhere; set to a number in functions that do not wait for it */
  unsigned sets;
  unsigned clears;
  unsigned values;
  unsigned raised;
  /* the number that it begins with */
  long long begins;
};

/* A place where the file says for how many a barrier is ("count"; NULL: not
 * known), where threads meet at one ("node"), or where threads are started
 * ("node" and "count"): in "function". */
struct lcm_thread_party {
  /* as of lcm_thread_object, of threads the function that they begin with;
   * NULL: not followed */
  const char *name;
  const lcm_expr *count;
  lcm_node *node;
  const lcm_ast *at;
  const lcm_ast *function;
};

/* What the whole file says of threads. */
struct lcm_threads {
  /* functions of the file that pass their arguments on */
  LCM_LIST(struct lcm_thread_function) wrappers;
  /* functions of the file by name, each an lcm_ast * */
  lcm_map defined;
  /* those that threads run by name: 1 for one thread, 2 for several */
  lcm_map routines;
  /* variables that threads wait on */
  LCM_LIST(struct lcm_awaited) awaited;
  /* semaphores that threads take units of, with a place */
  LCM_LIST(struct lcm_resource) taken;
  /* barriers, who meets at them, and the teams of threads that are started */
  LCM_LIST(struct lcm_thread_party) parties;
  LCM_LIST(struct lcm_thread_party) barriers;
  LCM_LIST(struct lcm_thread_party) teams;
  /* the argument of the function that is lowered, if threads may run it; its
   * name, if it is used as a number */
  const lcm_ast *param;
  const char *argument;
  /* comments of the file say what waits for what */
  bool told;
  /* there are calls of functions of threads */
  bool any;
  /* some call starts a thread; some waits at a barrier */
  bool creates;
  bool meets;
  /* some call in the function that is lowered starts a thread */
  bool here;
  /* a stretch of statements that start and join threads is being lowered: those
   * calls themselves make no nodes */
  bool starting;
};
