/* SPDX-License-Identifier: MIT
 *
 * Raw files of ranks on other nodes are brought to where rank 0 has its own. */
#pragma once

#include "profiler/mpi/internal.h"

/* Bring the raw files that rank 0 cannot see to where its own is, through
 * "world". */
void lcm_mpi_gather(MPI_Comm world);
