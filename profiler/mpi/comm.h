/* SPDX-License-Identifier: MIT
 *
 * Communicators and their shadows, in which our own messages go. */
#pragma once

#include "profiler/mpi/internal.h"

/* Return the shadow of "comm", MPI_COMM_NULL where it has none. */
MPI_Comm lcm_mpi_shadow(MPI_Comm comm);

/* Give "comm", which all its ranks have just made, a shadow. */
void lcm_mpi_shadow_add(MPI_Comm comm);

/* Take the shadow of "comm" away. */
void lcm_mpi_shadow_drop(MPI_Comm comm);

/* Keep in "*last" when the last of those came for whom the caller waits in a
 * collective of "comm", the caller coming now; return whether it waits for
 * anybody.  "root" is that of the collective. */
bool lcm_mpi_meet(uint64_t *last, MPI_Comm comm, lcm_mpi_whom whom, int root);

/* The same, begun: "*when" has when the caller came and "*last" the answer
 * once "*request" is done; return whether that is so. */
bool lcm_mpi_meet_begin(const uint64_t *when, uint64_t *last,
                        MPI_Request *request, MPI_Comm comm, lcm_mpi_whom whom,
                        int root);
