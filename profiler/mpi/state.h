/* SPDX-License-Identifier: MIT
 *
 * What the hooks of MPI know: they are called with nothing of ours. */
#pragma once

#include "profiler/mpi/internal.h"

/* Return what the hooks know. */
lcm_mpi_state *lcm_mpi_the(void);

/* Return how deep the calling thread is in calls of MPI. */
int *lcm_mpi_depth(void);

/* Take, give back the lock. */
void lcm_mpi_lock(void);
void lcm_mpi_unlock(void);
