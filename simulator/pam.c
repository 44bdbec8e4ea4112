/* The run-time library for simulations written in C (pam.h). */
#include "simulator/pam.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "simulator/kernel.h"
#include "simulator/look.h"
#include "simulator/pam_monitor.h"
#include "simulator/resource.h"

enum { STACK_SIZE = 256 * 1024 };

/* The interface of the library has no handle: there is one simulation. */
static struct pam_system the_system;

struct pam_system *lcm_pam_system(void) {
  return &the_system;
}

pam_sema *pam_ready(void) { return &the_system.ready; }

pam_proc *pam_interrupter(void) { return &the_system.null; }

/* ---- exceptions ---------------------------------------------------------- */

/* Something is wrong, as "message" says. */
static void except(const char *message) {
  struct pam_system *system = &the_system;
  if (system->trap) {
    system->trap(message);
    return;
  }
  (void)fflush(stdout);
  (void)fprintf(stderr, "pam: %s\n", message);
  lcm_pam_monitor("exception");
}

/* Say who waits for what; the program ends where that does not help. */
static void deadlock(void) {
  struct pam_system *system = &the_system;
  lcm_process **blocked;
  const size_t n = lcm_sim_blocked(&blocked, system->sim);
  char text[1000] = "deadlock";
  size_t used = strlen(text);
  for (size_t i = 0; i < n && used < sizeof text - 1; i++) {
    const pam_proc *p = lcm_process_extra(blocked[i]);
    const pam_sema *s = pam_mode(p);
    const int written =
        snprintf(text + used, sizeof text - used, "%s%s waits for %s",
                 i ? "; " : ": ", p->name, s ? s->name : "nothing");
    used += written > 0 ? (size_t)written : 0;
  }
  system->stuck = true;
  except(text);
  system->stuck = false;
}

/* ---- switching ----------------------------------------------------------- */

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>

/* Tell the sanitizer that "from" (NULL: nothing of it is needed any more) gives
 * its place to "to". */
static void before_switch(pam_proc *from, const pam_proc *to) {
  const struct pam_system *system = &the_system;
  __sanitizer_start_switch_fiber(from ? &from->fake : NULL,
                                 to->stack ? to->stack : system->root_stack,
                                 to->stack ? STACK_SIZE : system->root_size);
}

/* Tell the sanitizer that "me" runs again, and learn of the first stack. */
static void after_switch(const pam_proc *me) {
  struct pam_system *system = &the_system;
  const void *bottom = NULL;
  size_t size = 0;
  __sanitizer_finish_switch_fiber(me->fake, &bottom, &size);
  if (!system->root_stack) {
    system->root_stack = bottom;
    system->root_size = size;
  }
}
#else
/* Nobody has to be told that "from" gives its place to "to". */
static void before_switch(const pam_proc *from, const pam_proc *to) {
  (void)from;
  (void)to;
}

/* Nobody has to be told that "me" runs again. */
static void after_switch(const pam_proc *me) { (void)me; }
#endif

/* Keep "stack" for another process. */
static void keep_stack(void *stack) {
  struct pam_stack *kept = stack;
  if (!stack)
    return;
  kept->next = the_system.stacks;
  the_system.stacks = kept;
}

/* What is to be done whenever a process begins to run again. */
static void arrived(void) {
  keep_stack(the_system.dead);
  the_system.dead = NULL;
}

/* Let "to" run in the place of "from", which may be NULL: it has ended. */
static void change(pam_proc *from, pam_proc *to) {
  struct pam_system *system = &the_system;
  ucontext_t nowhere;
  if (from == to)
    return;
  system->me = to;
  before_switch(from, to);
  (void)swapcontext(from ? &from->context : &nowhere, &to->context);
  after_switch(system->me);
  arrived();
}

/* Take "p" out of the list of processes. */
static void unlist(pam_proc *p) {
  struct pam_system *system = &the_system;
  if (p->previous)
    p->previous->next = p->next;
  else
    system->first = p->next;
  if (p->next)
    p->next->previous = p->previous;
  else
    system->last = p->previous;
}

/* Interrupt the target of "p", whose time has come, and end "p". */
static void interrupt(pam_proc *p) {
  pam_proc *target = p->target;
  unlist(p);
  lcm_sim_exit(the_system.sim, p->process);
  if (!target->exposed)
    return;
  target->exposed = false;
  target->waker = &the_system.null;
  lcm_sim_wake(the_system.sim, target->process, 0);
}

/* Return the process whose turn it is; the program ends where there is none. */
static pam_proc *next_turn(void) {
  struct pam_system *system = &the_system;
  bool told = false;
  for (;;) {
    lcm_process *const process = lcm_sim_next(system->sim);
    if (process) {
      pam_proc *const p = lcm_process_extra(process);
      if (!p->target)
        return p;
      interrupt(p);
    } else if (!system->first) {
      exit(EXIT_SUCCESS);
    } else if (told) {
      exit(EXIT_FAILURE);
    } else {
      deadlock();
      told = true;
    }
  }
}

/* Let others run until it is the turn of the caller, which waits. */
static pam_proc *give_way(void) {
  pam_proc *me = the_system.me;
  if (the_system.level >= 5)
    pam_debug("pam: switch", 5);
  me->waker = me;
  me->exposed = true;
  change(me, next_turn());
  me->exposed = false;
  return me->waker;
}

/* ---- initialization ------------------------------------------------------ */

/* Kernel processes are never stepped: they are threads. */
static void never(lcm_sim *sim, lcm_process *process) {
  (void)sim;
  (void)process;
}

/* Return a new process called "name", which the kernel has scheduled. */
static pam_proc *new_process(const char *name) {
  struct pam_system *system = &the_system;
  lcm_process *const process = lcm_sim_fork(system->sim, NULL, 0, 1);
  if (!process)
    return NULL;
  pam_proc *p = lcm_process_extra(process);
  memset(p, 0, sizeof *p);
  p->process = process;
  p->name = name;
  p->previous = system->last;
  if (system->last)
    system->last->next = p;
  else
    system->first = p;
  system->last = p;
  return p;
}

void pam_init(const char *name) {
  struct pam_system *system = &the_system;
  const struct lcm_sim_options options = {
      .step = never, .extra = sizeof(pam_proc), .ties = LCM_TIES_SCHEDULED};
  lcm_arena_reset(&system->arena);
  *system =
      (struct pam_system){.null.name = "pam_null", .ready.name = "pam_sched"};
  system->sim = lcm_sim_new(&system->arena, &options);
  system->me = new_process(name);
  (void)lcm_sim_next(system->sim);
}

void pam_quit(void) {
  pam_debug("pam_quit", 1);
  (void)fflush(stdout);
  exit(EXIT_SUCCESS);
}

void pam_trap(void (*handler)(const char *message)) {
  the_system.trap = handler;
}

void pam_level(int level) { the_system.level = level; }

void pam_debug(const char *prompt, int level) {
  if (level <= the_system.level)
    lcm_pam_monitor(prompt);
}

/* ---- processes ----------------------------------------------------------- */

/* What a new thread does. */
static void begin(void) {
  after_switch(the_system.me);
  arrived();
  the_system.me->func();
  lcm_pam_kill(the_system.me);
}

/* Return a stack, or NULL when there is no memory; its lowest page is not to
 * be touched. */
static void *new_stack(void) {
  struct pam_system *system = &the_system;
  struct pam_stack *kept = system->stacks;
  if (kept) {
    system->stacks = kept->next;
    return kept;
  }
  void *stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return stack == MAP_FAILED ? NULL : stack;
}

/* Put what a thread begins with into "context". */
static void begin_with(ucontext_t *context) { (void)getcontext(context); }

pam_proc *lcm_pam_fork(const char *name, void (*func)(void), int args) {
  void *const stack = new_stack();
  pam_proc *p = stack ? new_process(name) : NULL;
  if (!p) {
    keep_stack(stack);
    except("no memory for another process");
    return NULL;
  }
  p->func = func;
  p->args = args;
  p->stack = stack;
  p->waker = p;
  begin_with(&p->context);
  p->context.uc_stack.ss_sp = stack;
  p->context.uc_stack.ss_size = STACK_SIZE;
  p->context.uc_link = NULL;
  makecontext(&p->context, begin, 0);
  return p;
}

pam_proc *pam_fork(const char *name, void (*func)(void), int args) {
  pam_debug("pam_fork", 1);
  return lcm_pam_fork(name, func, args);
}

/* Take the interrupts that are meant for "p" back. */
static void forget(const pam_proc *p) {
  pam_proc *next;
  for (pam_proc *q = the_system.first; q; q = next) {
    next = q->next;
    if (q->target == p) {
      unlist(q);
      lcm_sim_kill(the_system.sim, q->process);
    }
  }
}

void lcm_pam_kill(pam_proc *p) {
  struct pam_system *system = &the_system;
  forget(p);
  unlist(p);
  if (p != system->me) {
    void *const stack = p->stack;
    lcm_sim_kill(system->sim, p->process);
    keep_stack(stack);
    return;
  }
  system->dead = p->stack;
  system->me = &system->null;
  lcm_sim_exit(system->sim, p->process);
  change(NULL, next_turn());
}

void pam_kill(pam_proc *p) {
  pam_debug("pam_kill", 1);
  lcm_pam_kill(p);
}

void pam_exit(void) {
  pam_debug("pam_exit", 1);
  lcm_pam_kill(the_system.me);
}

int lcm_pam_switch(void) {
  struct pam_system *system = &the_system;
  double time = 0;
  if (!lcm_sim_peek(system->sim, &time) || time > lcm_sim_time(system->sim))
    return 0;
  lcm_sim_wake(system->sim, system->me->process, 0);
  (void)give_way();
  return 1;
}

int pam_switch(void) {
  pam_debug("pam_switch", 1);
  return lcm_pam_switch();
}

pam_proc *pam_me(void) { return the_system.me; }

const char *pam_name(const pam_proc *p) { return p->name; }

int pam_args(const pam_proc *p) { return p->args; }

pam_sema *pam_mode(const pam_proc *p) {
  lcm_sim_index index = 0;
  switch (lcm_process_waits(the_system.sim, p->process, &index)) {
  case LCM_WAITING_TIME:
    return &the_system.ready;
  case LCM_WAITING_RESOURCE:
    return the_system.of_resource.at[index];
  case LCM_WAITING_CONDITION:
  case LCM_WAITING_CHILDREN:
  case LCM_WAITING_OWNER:
  case LCM_WAITING_NOTHING:
    break;
  }
  return NULL;
}

/* ---- time ---------------------------------------------------------------- */

pam_proc *lcm_pam_delay(double delta) {
  if (!(delta >= 0)) {
    except("a delay is negative or no number");
    return the_system.me;
  }
  lcm_sim_delay(the_system.sim, the_system.me->process, delta);
  return give_way();
}

pam_proc *pam_delay(double delta) {
  pam_debug("pam_delay", 2);
  return lcm_pam_delay(delta);
}

double pam_time(void) { return lcm_sim_time(the_system.sim); }

void pam_reset(void) {
  pam_debug("pam_reset", 2);
  lcm_sim_rebase(the_system.sim);
}

void lcm_pam_post(pam_proc *p, double itv) {
  if (!(itv >= 0)) {
    except("an interval is negative or no number");
    return;
  }
  pam_proc *q = new_process(the_system.null.name);
  q->target = p;
  lcm_sim_wake(the_system.sim, q->process, itv);
}

void pam_post(pam_proc *p, double itv) {
  pam_debug("pam_post", 4);
  lcm_pam_post(p, itv);
}

pam_proc *lcm_pam_interrupted(void) {
  const pam_proc *first = NULL;
  for (const pam_proc *q = the_system.first; q; q = q->next)
    if (q->target &&
        (!first || lcm_process_time(the_system.sim, q->process) <
                       lcm_process_time(the_system.sim, first->process)))
      first = q;
  return first ? first->target : NULL;
}

void lcm_pam_cancel(pam_proc *p) {
  pam_proc *first = NULL;
  for (pam_proc *q = the_system.first; q; q = q->next)
    if (q->target == p &&
        (!first || lcm_process_time(the_system.sim, q->process) <
                       lcm_process_time(the_system.sim, first->process)))
      first = q;
  if (!first)
    return;
  unlist(first);
  lcm_sim_kill(the_system.sim, first->process);
}

void pam_cancel(pam_proc *p) {
  pam_debug("pam_cancel", 4);
  lcm_pam_cancel(p);
}

/* ---- semaphores ---------------------------------------------------------- */

pam_sema *lcm_pam_alloc(const char *name, int cred) {
  struct pam_system *system = &the_system;
  pam_sema *s = LCM_NEW(&system->arena, pam_sema);
  if (cred < 0)
    except("a semaphore has a negative credit");
  s->name = name;
  s->resource = lcm_sim_add_resource(
      system->sim, (struct lcm_sim_resource){.units = cred < 0 ? 0 : cred});
  LCM_LIST_ADD(&system->arena, &system->semas, s);
  LCM_LIST_ADD(&system->arena, &system->of_resource, s);
  return s;
}

pam_sema *pam_alloc(const char *name, int cred) {
  pam_debug("pam_alloc", 3);
  return lcm_pam_alloc(name, cred);
}

void lcm_pam_free(pam_sema *s) {
  if (lcm_sim_first_queued(the_system.sim, s->resource))
    except("a semaphore is deleted for which processes wait");
  else
    s->freed = true;
}

void pam_free(pam_sema *s) {
  pam_debug("pam_free", 3);
  lcm_pam_free(s);
}

pam_proc *lcm_pam_P(pam_sema *s) {
  struct pam_system *system = &the_system;
  const struct lcm_claim claim = {s->resource, 1};
  if (lcm_sim_acquire(system->sim, system->me->process, &claim, 1))
    return system->me;
  return give_way();
}

pam_proc *pam_P(pam_sema *s) {
  pam_debug("pam_P", 2);
  return lcm_pam_P(s);
}

void lcm_pam_V(pam_sema *s) {
  struct pam_system *system = &the_system;
  const struct lcm_claim claim = {s->resource, 1};
  lcm_process *const first = lcm_sim_first_queued(system->sim, s->resource);
  if (first) {
    pam_proc *p = lcm_process_extra(first);
    p->waker = system->me;
    p->exposed = false;
  }
  lcm_sim_release(system->sim, &claim, 1);
}

void pam_V(pam_sema *s) {
  pam_debug("pam_V", 2);
  lcm_pam_V(s);
}

int pam_T(const pam_sema *s) {
  pam_debug("pam_T", 2);
  const size_t waiting = lcm_sim_queue_length(the_system.sim, s->resource);
  return waiting ? -(int)waiting
                 : (int)lcm_sim_free_units(the_system.sim, s->resource);
}

pam_proc *pam_use(pam_sema *s, double tau) {
  struct pam_system *system = &the_system;
  const int64_t units = lcm_sim_free_units(system->sim, s->resource);
  pam_debug("pam_use", 2);
  if (!(tau >= 0) || (!s->sharing && units <= 0)) {
    except(tau >= 0 ? "a semaphore without credit is to be shared"
                    : "a service is negative or no number");
    return system->me;
  }
  if (!s->sharing) {
    s->sharing = true;
    s->shared = lcm_sim_add_resource(
        system->sim, (struct lcm_sim_resource){.units = units, .shared = true});
    LCM_LIST_ADD(&system->arena, &system->of_resource, s);
  }
  const struct lcm_claim claim = {s->shared, 1};
  lcm_sim_use(system->sim, system->me->process, &claim, 1, tau);
  return give_way();
}
