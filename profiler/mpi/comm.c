/* SPDX-License-Identifier: MIT
 *
 * Communicators and their shadows. */
#include <stdint.h>
#include <stdlib.h>

#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/comm.h"
#include "profiler/mpi/state.h"

/* What is attached to a communicator. */
typedef struct lcm_mpi_attached {
  MPI_Comm shadow;
  int inter; /* it joins two groups */
} lcm_mpi_attached;

/* Return what is attached to "comm", or NULL. */
static lcm_mpi_attached *attached(MPI_Comm comm) {
  void *found = NULL;
  int there = 0;
  if (comm == MPI_COMM_NULL ||
      PMPI_Comm_get_attr(comm, lcm_mpi_the()->shadow_key, (void *)&found,
                         &there) != MPI_SUCCESS ||
      !there)
    return NULL;
  return found;
}

MPI_Comm lcm_mpi_shadow(MPI_Comm comm) {
  const lcm_mpi_attached *found = attached(comm);
  return found ? found->shadow : MPI_COMM_NULL;
}

void lcm_mpi_shadow_add(MPI_Comm comm) {
  MPI_Comm shadow = MPI_COMM_NULL;
  if (comm == MPI_COMM_NULL || PMPI_Comm_dup(comm, &shadow) != MPI_SUCCESS)
    return;
  lcm_mpi_attached *made = calloc(1, sizeof *made);
  if (!made)
    abort();
  made->shadow = shadow;
  PMPI_Comm_test_inter(comm, &made->inter);
  PMPI_Comm_set_attr(comm, lcm_mpi_the()->shadow_key, made);
}

void lcm_mpi_shadow_drop(MPI_Comm comm) {
  lcm_mpi_attached *found = attached(comm);
  if (!found)
    return;
  PMPI_Comm_delete_attr(comm, lcm_mpi_the()->shadow_key);
  PMPI_Comm_free(&found->shadow);
  free(found);
}

/* Return the shadow in which ranks of "comm" meet, and put whether the caller
 * is "root" into "*is_root"; MPI_COMM_NULL where they do not. */
static MPI_Comm place(MPI_Comm comm, lcm_mpi_whom whom, int root,
                      bool *is_root) {
  const lcm_mpi_attached *found = attached(comm);
  int rank = 0;
  if (!found || found->inter || whom == LCM_FOR_NOBODY)
    return MPI_COMM_NULL;
  PMPI_Comm_rank(comm, &rank);
  *is_root = rank == root;
  return found->shadow;
}

bool lcm_mpi_meet(uint64_t *last, MPI_Comm comm, lcm_mpi_whom whom, int root) {
  bool is_root = false;
  const MPI_Comm shadow = place(comm, whom, root, &is_root);
  const uint64_t when =
      (uint64_t)((int64_t)lcm_mpi_now() + lcm_mpi_the()->offset);
  *last = when;
  if (shadow == MPI_COMM_NULL)
    return false;
  switch (whom) {
  case LCM_FOR_ALL:
    PMPI_Allreduce(&when, last, 1, MPI_UINT64_T, MPI_MAX, shadow);
    return true;
  case LCM_FOR_ROOT:
    PMPI_Bcast(last, 1, MPI_UINT64_T, root, shadow);
    return !is_root;
  case LCM_FOR_OTHERS:
    PMPI_Reduce(&when, last, 1, MPI_UINT64_T, MPI_MAX, root, shadow);
    return is_root;
  case LCM_FOR_ELDERS:
    PMPI_Scan(&when, last, 1, MPI_UINT64_T, MPI_MAX, shadow);
    return true;
  case LCM_FOR_NOBODY:
    break;
  }
  return false;
}

bool lcm_mpi_meet_begin(const uint64_t *when, uint64_t *last,
                        MPI_Request *request, MPI_Comm comm, lcm_mpi_whom whom,
                        int root) {
  bool is_root = false;
  const MPI_Comm shadow = place(comm, whom, root, &is_root);
  *last = *when;
  if (shadow == MPI_COMM_NULL)
    return false;
  switch (whom) {
  case LCM_FOR_ALL:
    return PMPI_Iallreduce(when, last, 1, MPI_UINT64_T, MPI_MAX, shadow,
                           request) == MPI_SUCCESS;
  case LCM_FOR_ROOT:
    return PMPI_Ibcast(last, 1, MPI_UINT64_T, root, shadow, request) ==
           MPI_SUCCESS;
  case LCM_FOR_OTHERS:
    return PMPI_Ireduce(when, last, 1, MPI_UINT64_T, MPI_MAX, root, shadow,
                        request) == MPI_SUCCESS;
  case LCM_FOR_ELDERS:
    return PMPI_Iscan(when, last, 1, MPI_UINT64_T, MPI_MAX, shadow, request) ==
           MPI_SUCCESS;
  case LCM_FOR_NOBODY:
    break;
  }
  return false;
}
