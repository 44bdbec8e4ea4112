/* Threads of POSIX and C11: what the files lower_thread*.c say to each
 * other. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a call does.
 * CREATE   starts a thread; JOIN waits for its end; DETACH: nobody will
 * LOCK     possesses an object, UNLOCK ends that
 * READ, WRITE   possess a lock of readers and writers, LEAVE ends that
 * FILL     gives a semaphore its first value; TAKE, GIVE a unit of it
 * AWAIT    waits on a condition variable; WAKE wakes who does
 * PARTIES  says for how many a barrier is; MEET waits at it
 * ONCE     calls a function the first time only
 * TRY      may possess an object, or not
 * TIMED    may wait, or not
 * STOP     ends or disturbs another thread */
enum lcm_thread_act {
  LCM_THREAD_CREATE,
  LCM_THREAD_JOIN,
  LCM_THREAD_DETACH,
  LCM_THREAD_LOCK,
  LCM_THREAD_UNLOCK,
  LCM_THREAD_READ,
  LCM_THREAD_WRITE,
  LCM_THREAD_LEAVE,
  LCM_THREAD_FILL,
  LCM_THREAD_TAKE,
  LCM_THREAD_GIVE,
  LCM_THREAD_AWAIT,
  LCM_THREAD_WAKE,
  LCM_THREAD_PARTIES,
  LCM_THREAD_MEET,
  LCM_THREAD_ONCE,
  LCM_THREAD_TRY,
  LCM_THREAD_TIMED,
  LCM_THREAD_STOP
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

/* A variable that threads wait on with condition variables: what loops around
 * such a wait ask of it, and what the file does to it.
 * name       as of lcm_thread_object
 * empty      they wait while it is 0; full: while it has reached a limit;
 *            busy: while it is not 0; below: until it has reached a limit
 * odd        they ask what is not followed
 * waiting    functions with such loops, each an lcm_ast *
 * ups, downs   how often it is counted up and down
 * sets, clears, values   set to a number, to 0, to something else, in
 *            functions that wait for it or ("values") anywhere
 * begins     with this number
 * raised     set to a number in functions that do not wait for it */
struct lcm_awaited {
  const char *name;
  bool empty;
  bool full;
  bool busy;
  bool below;
  bool odd;
  LCM_LIST(const lcm_ast *) waiting;
  unsigned ups;
  unsigned downs;
  unsigned sets;
  unsigned clears;
  unsigned values;
  unsigned raised;
  long long begins;
};

/* What the whole file says of threads.
 * wrappers   functions of the file that pass their arguments on
 * defined    functions of the file, by name: each an lcm_ast *
 * routines   those that threads run, by name: 1 for one thread, 2 for several
 * awaited    variables that threads wait on
 * taken      semaphores that threads take units of, with a place
 * param      the argument of the function that is lowered, if threads may run
 *            it; argument: its name, if it is used as a number
 * any        there are calls of functions of threads
 * creates    some call starts a thread; meets: some waits at a barrier
 * here       some call in the function that is lowered starts a thread
 * starting   a stretch of statements that start and join threads is being
 *            lowered: those calls themselves make no nodes */
struct lcm_threads {
  LCM_LIST(struct lcm_thread_function) wrappers;
  lcm_map defined;
  lcm_map routines;
  LCM_LIST(struct lcm_awaited) awaited;
  LCM_LIST(struct lcm_resource) taken;
  const lcm_ast *param;
  const char *argument;
  bool any;
  bool creates;
  bool meets;
  bool here;
  bool starting;
};

/* Return whether a stretch of statements that starts threads begins with
 * "ast". */
bool lcm_thread_begins(const struct lcm_lowering *l, const lcm_ast *ast);

/* Lower the stretch that begins with "ast", before "stop"; return its last
 * statement, NULL where it has no end: nothing has happened then. */
const lcm_ast *lcm_thread_lower(struct lcm_lowering *l, lcm_node_list *nodes,
                                const lcm_ast *ast, const lcm_ast *stop);

/* Return whether "ast" does nothing but start or join threads of the stretch
 * that is being lowered, or ask whether that worked. */
bool lcm_thread_is_start(const struct lcm_lowering *l, const lcm_ast *ast);
