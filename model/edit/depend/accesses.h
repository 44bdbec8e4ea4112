/* What parts of a program access, compared to know whether an edit keeps the
 * order of what depends on each other; who calls the function of an edit. */
#pragma once

#include "base/map.h"
#include "model/edit/core/editing.h"

/* One call of a function, or of one that calls it, of each sort; NULL: there is
 * none. */
struct lcm_edit_callers {
  const lcm_node *team; /* by all members of a team together */
  /* by one of them: in a parallel loop, a task, a branch, or a thread of a
   * library */
  const lcm_node *member;
  const lcm_node *one; /* outside of all teams */
};

/* An access to data that several may share. */
struct lcm_edit_access {
  const lcm_section *section; /* what, in terms of the function of the edit */
  /* of the loops around it below what was looked at, outermost first */
  const lcm_iteration *ranges;
  size_t n_ranges;
  const unsigned *loops; /* the numbers of these loops */
  bool writes;           /* else it reads */
  bool certain;          /* each time that what was looked at is executed */
  bool maybe;  /* a branch, also one before it, decides whether it is made */
  bool full;   /* in each round of all these loops */
  bool behind; /* what stands before it may have ended the round */
  const lcm_node *node; /* where */
  unsigned part;        /* of which part it is */
  const void *state;    /* as its list had it then; NULL: nothing */
};

/* Who is told of each node that is executed, before ("enter") and after what is
 * in it; "n_ranges" loops are around it. */
struct lcm_edit_watch {
  void (*enter)(const lcm_node *node, size_t n_ranges, void *user);
  void (*leave)(const lcm_node *node, void *user);
  void *user;
};

/* All accesses of some nodes. */
struct lcm_edit_accesses {
  LCM_LIST(struct lcm_edit_access) of;
  unsigned part;     /* of those that are added */
  unsigned n_visits; /* nodes that were walked through */
  unsigned n_loops;  /* how many loops were walked through */
  size_t n_found;    /* how often anything was found in them */
  lcm_map blank;     /* functions in which nothing was */
  /* without what each thread has for itself: those that are compared are of
   * different threads */
  bool shared;
  /* why, where: of something that is not seen through; NULL: all is known */
  const char *why;
  const lcm_node *where;
  /* where what tasks say in their `depend` clauses goes; NULL: nowhere */
  struct lcm_edit_accesses *depends;
  /* where those go of variables that live in what is walked, or in functions
   * that it calls; NULL: nowhere */
  struct lcm_edit_accesses *own;
  /* a number in a subscript that may wrap around, where; NULL: none does */
  const char *wraps;
  const lcm_node *wraps_at;
  bool cut; /* some are missing: there is too much to visit */
  /* what names stand for in terms of the function of the edit, "n_values" of
   * them, where the walk is */
  const struct lcm_subst *values;
  size_t n_values;
  const struct lcm_edit_watch *watch; /* may be NULL */
  const void *state; /* that "watch" gives the accesses that are added */
};

/* Which executions of two parts are compared. */
struct lcm_edit_order {
  /* of a loop around both: that of the second is "later" or "earlier" than that
   * of the first; NULL: any of the one and any of the other, which is of
   * another part */
  const lcm_iteration *range;
  bool later;
  bool earlier;
  /* how the premise speaks of them: "the iterations of the loop" */
  const char *what;
  bool shared; /* threads will not have sums of their own of what they add to */
};

/* How the rounds of a loop use a variable that is no array. */
struct lcm_edit_scalar {
  /* a use of what it held before the round, or NULL */
  const struct lcm_edit_access *exposed;
  const struct lcm_edit_access *write; /* the first that sets it, or NULL */
  size_t n_writes;                     /* how many do */
  bool set;                            /* each round sets it for certain */
  bool definite;                       /* and each uses what it held before */
  /* it is only added to: by one statement, and used nowhere else */
  bool added;
  bool rounded; /* and that rounds */
  bool joined;  /* it may be only combined with something, but is not added */
  bool own;     /* each thread has its own already */
};
