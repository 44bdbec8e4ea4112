/* Which communicators are that of all ranks. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether the communicator that "call", of MPI, is about is
 * MPI_COMM_WORLD: by name, or as a variable, a member or a parameter that is
 * nothing else in the file.  "outer": the call of the function that "call"
 * stands in whose arguments count, or NULL. */
bool lcm_communicator_is_world(struct lcm_lowering *l, const lcm_ast *call,
                               const lcm_ast *outer);
