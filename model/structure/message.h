/* What the functions of MPI do. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What a function does: LCM_MESSAGE_<NAME> for each row of messages.def. */
typedef enum lcm_message_kind {
#define LCM_MESSAGE_KIND(name, meaning) LCM_MESSAGE_##name,
#include "model/structure/messages.def"
#undef LCM_MESSAGE_KIND
  LCM_MESSAGE_COUNT
} lcm_message_kind;

typedef enum lcm_message_mode {
  LCM_MODE_NOW,   /* it is done when the function returns */
  LCM_MODE_LATER, /* it makes a request, to be waited for */
  LCM_MODE_INIT   /* it makes a request, to be started and waited for */
} lcm_message_mode;

/* A function of MPI. */
struct lcm_mpi_function {
  const char *name; /* without P before it or _c behind it */
  lcm_message_kind kind;
  lcm_message_mode mode;
  const char *roles; /* a letter for each argument, see mpi.def */
  const char *types; /* of its arguments, `(const void *, int, ...)` */
  bool returns_code; /* it returns whether it has done that: MPI_SUCCESS, 0 */
};

/* Return the function that "name" (also PMPI_..., ..._c) means, or NULL. */
const struct lcm_mpi_function *lcm_mpi_function(const char *name);

/* Return whether "function" only reads what its argument number "i", from 0,
 * points to. */
bool lcm_mpi_reads(const struct lcm_mpi_function *function, size_t i);

/* Put the value of MPI's constant "name" into "*value": of a datatype, its size
 * in bytes; false where it is none of these. */
bool lcm_mpi_value(long long *value, const char *name);

/* Return whether "kind" asks about a grid of ranks, or chooses its lengths. */
bool lcm_message_is_grid(lcm_message_kind kind);

/* Return whether "kind" sets numbers that ranks' scripts know: what grids, or
 * MPI itself, say. */
bool lcm_message_tells(lcm_message_kind kind);

/* Return whether "kind" is one that all ranks of a communicator do together. */
bool lcm_message_is_collective(lcm_message_kind kind);
