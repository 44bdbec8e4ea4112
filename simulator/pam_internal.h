/* What the files of the run-time library say to each other. */
#pragma once

#include <ucontext.h>

#include "base/list.h"
#include "simulator/pam.h"
#include "simulator/types.h"

/* A stack that is free for another process. */
struct pam_stack {
  struct pam_stack *next;
};

/* A process; the part of the kernel's process that is ours. */
struct pam_proc {
  ucontext_t context;
  lcm_process *process;
  const char *name;
  void (*func)(void);
  int args;
  void *stack;      /* NULL for the one that called pam_init */
  void *fake;       /* what the address sanitizer keeps of it */
  pam_proc *waker;  /* who ended its last wait */
  pam_proc *target; /* of an interrupt, which has no thread; else NULL */
  bool exposed;     /* whether an interrupt may end its wait */
  pam_proc *next;   /* created after it */
  pam_proc *previous;
};

/* A semaphore. */
struct pam_sema {
  const char *name;
  lcm_sim_index resource; /* of the kernel */
  /* the kernel's resource for pam_use; "sharing" once there is one */
  lcm_sim_index shared;
  bool sharing;
  bool freed;
};

/* The simulation. */
struct pam_system {
  lcm_arena arena;
  lcm_sim *sim;
  pam_proc *me;
  pam_proc *first; /* first, last: processes in the order of creation */
  pam_proc *last;
  pam_proc null;
  pam_sema ready;
  LCM_LIST(pam_sema *) semas; /* in the order of creation; freed ones stay */
  /* the semaphore of each resource of the kernel */
  LCM_LIST(pam_sema *) of_resource;
  struct pam_stack *stacks;
  void *dead; /* a stack to be freed by who runs next */
  const void *root_stack;
  size_t root_size;
  int level;
  bool stuck; /* the caller waits, and so does everybody else */
  void (*trap)(const char *message);
};

/* Return the simulation. */
struct pam_system *lcm_pam_system(void);

/* The functions of pam.h as the monitor calls them, without being traced. */
pam_proc *lcm_pam_fork(const char *name, void (*func)(void), int args);
void lcm_pam_kill(pam_proc *p);
int lcm_pam_switch(void);
pam_proc *lcm_pam_delay(double delta);
pam_sema *lcm_pam_alloc(const char *name, int cred);
void lcm_pam_free(pam_sema *s);
pam_proc *lcm_pam_P(pam_sema *s);
void lcm_pam_V(pam_sema *s);
void lcm_pam_post(pam_proc *p, double itv);
void lcm_pam_cancel(pam_proc *p);

/* Return the first process in line for an interrupt, or NULL. */
pam_proc *lcm_pam_interrupted(void);
