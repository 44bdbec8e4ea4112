/* SPDX-License-Identifier: MIT
 *
 * Calls of MPI as frames of the calling thread. */
#pragma once

#include "profiler/mpi/internal.h"

/* Begin "call", which the program makes from "address"; false where it is to
 * be passed on as it is: made by the library itself, or before or after MPI is
 * there. */
bool lcm_mpi_begin(lcm_mpi_timed_call *call, const lcm_mpi_how *how,
                   const void *address);

/* End "call". */
void lcm_mpi_end(lcm_mpi_timed_call *call);
