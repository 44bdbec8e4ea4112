/* Races: who makes an access in a parallel region, and when. */
#pragma once

#include "model/edit/depend/accesses.h"
#include "model/sections/sections.h"

/* Who executes something. */
enum lcm_race_who {
  LCM_RACE_ALL,  /* each thread of the team that may come there */
  LCM_RACE_LOOP, /* who has an iteration of a parallel loop */
  LCM_RACE_UNIT  /* one thread: a section, or a single */
};

/* A task, or a loop around something. */
struct lcm_race_task {
  const lcm_node *node;
  const struct lcm_race_task *parent; /* the task that makes it, or NULL */
  /* numbers of the places where it is made and where it is waited for */
  unsigned start;
  unsigned end;
  unsigned behind; /* number of the place behind what it executes */
  bool by_wait;    /* by its parent, which does not wait for what it makes */
  bool doubtful;   /* it may be executed at once */
  bool finals;     /* what it makes may be executed at once */
  bool at_once;    /* who makes it waits for what it depends on, or may */
  const struct lcm_race_loop *loop; /* innermost one around, or NULL */
};

/* An alternative of a branch, or what a loop executes that may have no
 * rounds. */
struct lcm_race_arm {
  const struct lcm_race_arm *outer; /* the one around it, or NULL */
};

/* The tasks and barriers of a region. */
struct lcm_race_tasks {
  LCM_LIST(struct lcm_race_task *) all;
  /* the alternative that the barrier at the end of each phase is in; NULL:
   * none */
  LCM_LIST(const struct lcm_race_arm *) barriers;
};

struct lcm_race_at;

/* A loop or call around something. */
struct lcm_race_loop {
  const lcm_node *node;
  const struct lcm_race_loop *outer; /* or NULL */
  /* numbers of its first range and of how many it has */
  size_t first;
  size_t n;
  /* its first range, where it has one, and how many iterations are handed out
   * at once (NULL: not said), in terms of the function of the region */
  lcm_iteration range;
  const lcm_expr *chunk;
  unsigned end;  /* number of the place behind it */
  bool meets;    /* threads meet in it */
  unsigned last; /* phase behind it */
  /* tasks are waited for in it: how often that was so before, and then */
  unsigned waits;
  bool awaits;
  const struct lcm_race_at *at; /* where it stands */
};

/* The locks that are held somewhere. */
struct lcm_race_locks {
  const char *const *names; /* interned */
  size_t n;
  bool taken;   /* some by a call: two names may be of one lock */
  bool unknown; /* or others, or not these */
};

/* Where an access is made, in a region. */
struct lcm_race_at {
  enum lcm_race_who who;
  const lcm_node *construct;           /* that divides the work, or NULL */
  const struct lcm_race_loop *divided; /* the loop that this is, or NULL */
  size_t unit;                         /* number of the section */
  unsigned instance; /* number of the place where the sections begin */
  size_t first;      /* number of the first range of the loop */
  unsigned phase;    /* how many barriers come before */
  unsigned place;    /* number of the place */
  long long least;   /* number of the first thread that may come here */
  long long most;    /* and of the last one; LLONG_MAX: any */
  bool only;         /* and no other one does */
  bool doubtful;     /* it may be left out, or more may be around it */
  bool nested;       /* in a team that one member of the region makes */
  /* what has to hold for that it is executed; NULL: nothing */
  const lcm_expr *when;
  bool combined;            /* copies of threads are put together */
  bool in_call;             /* in a function that is called */
  bool lone;                /* one thread comes here, of a league of one team */
  const char *atomic;       /* the atomic operation that it is part of */
  const lcm_node *taskloop; /* around it, or NULL */
  size_t taskloop_first;    /* number of its first range */
  struct lcm_race_locks locks;
  const struct lcm_race_tasks *tasks; /* of the region */
  const struct lcm_race_task *task;   /* that executes it, or NULL */
  const struct lcm_race_loop *loop;   /* innermost one around, or NULL */
  const struct lcm_race_arm *arm;     /* likewise */
};

/* Whether something is so. */
enum lcm_race_answer { LCM_RACE_NO, LCM_RACE_MAYBE, LCM_RACE_YES };

/* How two accesses come to be made at the same time: which executions of them.
 * Range number 0 of each is the number of the thread. */
struct lcm_race_relation {
  struct lcm_related all[4];
  size_t n;
  struct lcm_allotment allotment;
  bool divided; /* "allotment" says more */
  /* of the first access, or of the second one ("behind_of" is 1) */
  struct lcm_behind behind;
  unsigned behind_of;
};

/* A race. */
struct lcm_race {
  const lcm_node *region;
  const struct lcm_edit_access *a;
  const struct lcm_edit_access *b;
  struct lcm_met met;
};

/* Values of names that are given. */
struct lcm_race_given {
  LCM_LIST(struct lcm_subst) all;
};

/* The races of a program. */
struct lcm_races {
  LCM_LIST(struct lcm_race) all;
  /* the loops, and regions outside of these, where some accesses could not be
   * decided */
  LCM_LIST(const lcm_node *) open;
  /* all of them that were looked at */
  LCM_LIST(const lcm_node *) looked;
};
