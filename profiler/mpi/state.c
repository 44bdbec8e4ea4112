/* SPDX-License-Identifier: MIT
 *
 * State of the MPI hooks; calls of MPI pass no pointer of ours. */
#include <pthread.h>

#include "profiler/mpi/state.h"

static lcm_mpi_state the_mpi;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int depth;

lcm_mpi_state *lcm_mpi_the(void) { return &the_mpi; }

int *lcm_mpi_depth(void) { return &depth; }

void lcm_mpi_lock(void) {
  if (the_mpi.several)
    pthread_mutex_lock(&mutex);
}

void lcm_mpi_unlock(void) {
  if (the_mpi.several)
    pthread_mutex_unlock(&mutex);
}
