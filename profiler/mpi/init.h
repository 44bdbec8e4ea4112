/* SPDX-License-Identifier: MIT
 *
 * The begin and the end of MPI. */
#pragma once

#include "profiler/mpi/internal.h"

/* How far the common time is ahead of that of this rank, in nanoseconds. */
int64_t lcm_mpi_offset(MPI_Comm world);
