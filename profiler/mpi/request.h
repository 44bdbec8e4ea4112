/* SPDX-License-Identifier: MIT
 *
 * Requests that are open. */
#pragma once

#include "profiler/mpi/internal.h"

/* Return what is known of "request", a new one of "of" where "make" (and
 * memory is there); NULL for none. */
lcm_mpi_request *lcm_mpi_request_find(MPI_Request request, bool make,
                                      lcm_mpi_of of);

/* Begin the persistent request "known" (NULL: nothing happens). */
void lcm_mpi_request_start(lcm_mpi_request *known);

/* "known" (NULL: nothing happens) is done as "status" says, which "call" has
 * waited for. */
void lcm_mpi_request_done(lcm_mpi_timed_call *call, lcm_mpi_request *known,
                          const MPI_Status *status);

/* Forget "known" (or NULL). */
void lcm_mpi_request_forget(lcm_mpi_request *known);
