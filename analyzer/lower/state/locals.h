/* The variables of the function that is lowered. */
#pragma once

#include "analyzer/clang/clang.h"

struct lcm_local {
  /* its USR, and its name as written */
  const char *key;
  const char *name;
  /* as in lcm_ast */
  const long long *sizes;
  /* offset of its declaration */
  unsigned begin;
  /* as in lcm_ast */
  unsigned char range;
  /* the compound or loop that it is declared in */
  const lcm_ast *home;
  /* 1 + the number of the one before it that has the same name, 0: none */
  size_t before;
  /* assignments that can be followed, and those of them whose value has no
   * model */
  unsigned n_values;
  unsigned n_unknown;
  /* assignments and addresses taken, wherever they stand */
  unsigned n_assigned;
  /* addresses taken by broadcasts that give all ranks what the root holds, and
   * by what may change it in ways that are not known */
  unsigned n_sent;
  unsigned n_taken;
  /* assignments in the headers of `for`, but for the one that declares it */
  unsigned n_stepped;
  /* of a parameter: offsets from which on it may not hold what the call gave,
   * by changes that can be followed, and by others; 0: there are none */
  unsigned assigned_from;
  unsigned changed_from;
  /* what the last one was before all its uses were found covered */
  unsigned lost_from;
  /* of an array that is followed element by element, 0 for others */
  unsigned elements;
  /* there is one of it for all calls; each call gives it a value */
  bool is_static;
  bool is_param;
  /* its declaration gives it a value */
  bool begins;
  /* it is no number; it is a floating-point one */
  bool is_pointer;
  bool is_real;
  /* what sets it stands before each use; it has other values in the iterations
   * of a loop where it is used */
  bool covered;
  bool varies;
  /* a clause says so: a task works on its creator's */
  bool is_shared;
  /* a parallel region behind its declaration touches it */
  bool is_seen;
  /* assigned where its value cannot be followed: it has one, but what is
   * assigned says nothing of it */
  bool changed;
  /* its address is taken, in a loop or for a pointer that is kept: "stored" */
  bool is_pointed;
  bool is_stored;
  /* assigned again and again in a loop, or no number */
  bool unstable;
  /* called "rank", and nothing but MPI sets it, to that */
  bool is_rank;
};

/* What a variable at file scope holds between two statements of a function that
 * sets it in several, one after the other. */
struct lcm_story {
  const lcm_ast *ref;    /* the variable, where it is set first */
  const lcm_expr *value; /* in terms of what nothing in between changes */
  unsigned from;         /* from the offset "from" on, to "to" */
  unsigned to;
  const lcm_ast *last; /* the last of the statements */
};

/* That what the loop "loop" makes of the variable with the key "key" is relied
 * on, in its rounds ("inside") or behind it. */
struct lcm_relied {
  const lcm_ast *loop;
  const char *key;
  bool inside;
  size_t before; /* 1 + the number of the one noted before of this loop, or 0 */
};

struct lcm_locals {
  LCM_LIST(struct lcm_local) all;
  /* where they are by name and by key: from "first" on, which is how many the
   * functions before had */
  lcm_map by_name;
  lcm_map by_key;
  size_t first;
  /* members of structures, by name, that the function may change: the
   * assignment, an lcm_ast *, where it is the only change, else 1; arrays
   * of which it may change elements, as "name[]" */
  lcm_map moving;
  /* of these assignments those that are LETs, by address */
  lcm_map members;
  LCM_LIST(struct lcm_story) stories;
  LCM_LIST(struct lcm_relied) relied;
  lcm_map relied_of; /* by loop, 1 + the number of the last one */
};
