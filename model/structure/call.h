/* One operation of message passing, as the source has it. */
#pragma once

#include <stddef.h>

#include "model/expr/expr.h"

/* Ranks that are none: nobody is meant, and any rank is. */
enum { LCM_RANK_NONE = -1, LCM_RANK_ANY = -2 };

/* An operation of message passing; what is NULL is not said, or not known.
 * operation   the function of MPI; model/structure/message.h says what it does
 * comm        the communicator, as in the source; NULL: all ranks
 * to, from, root   ranks of the communicator, LCM_RANK_NONE or LCM_RANK_ANY
 * bytes       sent by each rank (to each, where all send to all)
 * tag, from_tag    of what is sent, and of what is received
 * request     the variable of the request that is made or waited for; slot: its
 *             element, and "count" elements from there on; also the group that
 *             a communicator is made of, or a second group
 * colour, key      of a communicator that is split
 * status      the variable that is told where a message came from
 * made        the communicator, group, window or number that is made
 * args        numbers that a topology is made of or asked with, in the order of
 *             the call, arrays element by element; NULL: not known
 * sets        variables that are set, likewise */
struct lcm_mpi_call {
  const char *operation;
  const char *comm;
  const lcm_expr *to;
  const lcm_expr *from;
  const lcm_expr *root;
  const lcm_expr *bytes;
  const lcm_expr *tag;
  const lcm_expr *from_tag;
  const char *request;
  const lcm_expr *slot;
  const lcm_expr *count;
  const lcm_expr *colour;
  const lcm_expr *key;
  const char *status;
  const char *made;
  const lcm_expr *const *args;
  size_t n_args;
  const char *const *sets;
  size_t n_sets;
};
