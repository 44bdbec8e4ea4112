/* What parts of a program access, compared to know whether an edit keeps the
 * order of what depends on each other; who calls the function of an edit. */
#pragma once

#include "model/edit/core/editing.h"

/* One call of a function, or of one that calls it, of each sort; NULL: there is
 * none.
 * team    by all members of a team together
 * member  by one of them: in a parallel loop, a task, a branch, or a thread of
 *         a library
 * one     outside of all teams */
struct lcm_edit_callers {
  const lcm_node *team;
  const lcm_node *member;
  const lcm_node *one;
};

/* An access to data that several may share.
 * section  what, in terms of the function of the edit
 * ranges   of the loops around it below what was looked at, outermost first
 * writes   else it reads
 * certain  each time that what was looked at is executed
 * node     where
 * part     of which part it is */
struct lcm_edit_access {
  const lcm_section *section;
  const lcm_iteration *ranges;
  size_t n_ranges;
  bool writes;
  bool certain;
  const lcm_node *node;
  unsigned part;
};

/* All accesses of some nodes.
 * part        of those that are added
 * shared      without what each thread has for itself: those that are compared
 *             are of different threads
 * why, where  of something that is not seen through; NULL: all is known */
struct lcm_edit_accesses {
  LCM_LIST(struct lcm_edit_access) of;
  unsigned part;
  bool shared;
  const char *why;
  const lcm_node *where;
};

/* Which executions of two parts are compared.
 * range    of a loop around both: that of the second is "later" or "earlier"
 *          than that of the first; NULL: any of the one and any of the other,
 *          which is of another part
 * what     how the premise speaks of them: "the iterations of the loop"
 * shared   threads will not have sums of their own of what they add to */
struct lcm_edit_order {
  const lcm_iteration *range;
  bool later;
  bool earlier;
  const char *what;
  bool shared;
};

/* How the rounds of a loop use a variable that is no array.
 * exposed   a use of what it held before the round, or NULL
 * write     the first that sets it, or NULL; n_writes: how many do
 * set       each round sets it for certain
 * definite  and each uses what it held before
 * added     it is only added to: by one statement, and used nowhere else;
 *           rounded: and that rounds
 * own       each thread has its own already */
struct lcm_edit_scalar {
  const struct lcm_edit_access *exposed;
  const struct lcm_edit_access *write;
  size_t n_writes;
  bool set;
  bool definite;
  bool added;
  bool rounded;
  bool own;
};
