/* SPDX-License-Identifier: MIT
 *
 * The clock of this rank, and the common one of all ranks. */
#pragma once

#include "profiler/mpi/internal.h"

/* Return the time. */
uint64_t lcm_mpi_now(void);

/* Waiting in "call" went on until the common time "when" at least. */
void lcm_mpi_waited(lcm_mpi_timed_call *call, uint64_t when);
