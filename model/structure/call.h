/* One operation of message passing, as the source has it. */
#pragma once

#include "model/expr/expr.h"

/* Ranks that are none: nobody is meant, and any rank is. */
enum { LCM_RANK_NONE = -1, LCM_RANK_ANY = -2 };

/* An operation of message passing; what is NULL is not said, or not known. */
struct lcm_mpi_call {
  /* the function of MPI; model/structure/message.h says what it does */
  const char *operation;
  const char *comm; /* the communicator, as in the source; NULL: all ranks */
  /* to, from, root: ranks of the communicator, LCM_RANK_NONE or LCM_RANK_ANY */
  const lcm_expr *to;
  const lcm_expr *from;
  const lcm_expr *root;
  /* sent by each rank (to each, where all send to all) */
  const lcm_expr *bytes;
  /* tag, from_tag: of what is sent, and of what is received */
  const lcm_expr *tag;
  const lcm_expr *from_tag;
  /* the variable of the request that is made or waited for */
  const char *request;
  /* its element, and "count" elements from there on; also the group that a
   * communicator is made of, or a second group */
  const lcm_expr *slot;
  const lcm_expr *count;
  const lcm_expr *colour; /* colour, key: of a communicator that is split */
  const lcm_expr *key;
  const char *status; /* the variable that is told where a message came from */
  /* the communicator, group, window or number that is made */
  const char *made;
  /* numbers that a topology is made of or asked with, in the order of the call,
   * arrays element by element; NULL: not known */
  const lcm_expr *const *args;
  size_t n_args;
  const char *const *sets; /* variables that are set, likewise */
  size_t n_sets;
};
