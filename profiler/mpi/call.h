/* SPDX-License-Identifier: MIT */
#pragma once

#include "profiler/mpi/internal.h"

/* Return the time. */
uint64_t lcm_mpi_now(void);

/* Begin "call", which the program makes from "address"; false where it is to
 * be passed on as it is: made by the library itself, or before or after MPI is
 * there. */
bool lcm_mpi_begin(lcm_mpi_call *call, const lcm_mpi_how *how,
                   const void *address);

/* Waiting in "call" went on until the common time "when" at least. */
void lcm_mpi_waited(lcm_mpi_call *call, uint64_t when);

/* End "call". */
void lcm_mpi_end(lcm_mpi_call *call);
