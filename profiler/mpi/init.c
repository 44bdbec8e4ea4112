/* SPDX-License-Identifier: MIT
 *
 * The begin and the end of MPI.  Starting and ending it is not measured; what
 * ranks wait for the last one at the end is load imbalance. */
#include <stdatomic.h>
#include <stdlib.h>

#include "profiler/core/core.h"
#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/comm.h"
#include "profiler/mpi/gather.h"
#include "profiler/mpi/internal.h"
#include "profiler/mpi/request.h"
#include "profiler/mpi/stamp.h"
#include "profiler/mpi/state.h"

enum { PINGS = 32 };

/* Attributes are not copied with their communicator or window ... */
static int copy_comm(MPI_Comm old, int key, void *state, void *in, void *out,
                     int *flag) {
  (void)old, (void)key, (void)state, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}

/* ... and freed by who frees these. */
static int delete_comm(MPI_Comm comm, int key, void *value, void *state) {
  (void)comm, (void)key, (void)value, (void)state;
  return MPI_SUCCESS;
}

/* The same for windows. */
static int copy_window(MPI_Win old, int key, void *state, void *in, void *out,
                       int *flag) {
  (void)old, (void)key, (void)state, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}

/* The same for windows. */
static int delete_window(MPI_Win window, int key, void *value, void *state) {
  (void)window, (void)key, (void)value, (void)state;
  return MPI_SUCCESS;
}

/* Tell rank "other" of "comm" the time as often as it asks. */
static void tell_time(MPI_Comm comm, int other) {
  for (int i = 0; i < PINGS; i++) {
    uint64_t time = 0;
    PMPI_Recv(&time, 1, MPI_UINT64_T, other, LCM_TAG_OWN, comm,
              MPI_STATUS_IGNORE);
    time = lcm_mpi_now();
    PMPI_Send(&time, 1, MPI_UINT64_T, other, LCM_TAG_OWN, comm);
  }
}

/* Return how far the time of rank 0 of "comm" is ahead of ours: by the answer
 * that came soonest. */
static int64_t ask_time(MPI_Comm comm) {
  uint64_t least = UINT64_MAX;
  int64_t ahead = 0;
  for (int i = 0; i < PINGS; i++) {
    uint64_t there = 0;
    const uint64_t begin = lcm_mpi_now();
    PMPI_Send(&begin, 1, MPI_UINT64_T, 0, LCM_TAG_OWN, comm);
    PMPI_Recv(&there, 1, MPI_UINT64_T, 0, LCM_TAG_OWN, comm, MPI_STATUS_IGNORE);
    const uint64_t took = lcm_mpi_now() - begin;
    if (took < least) {
      least = took;
      ahead = (int64_t)there - (int64_t)(begin + took / 2);
    }
  }
  return ahead;
}

/* How far the common time is ahead of that of this rank, in nanoseconds. */
static int64_t offset_of(MPI_Comm world) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm firsts = MPI_COMM_NULL;
  int64_t offset = 0;
  int rank = 0;
  int here = 0;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  PMPI_Comm_rank(node, &here);
  PMPI_Comm_split(world, here ? MPI_UNDEFINED : 0, rank, &firsts);
  if (firsts != MPI_COMM_NULL) {
    int n = 0;
    int me = 0;
    PMPI_Comm_size(firsts, &n);
    PMPI_Comm_rank(firsts, &me);
    for (int i = 1; i < n && !me; i++)
      tell_time(firsts, i);
    offset = me ? ask_time(firsts) : 0;
    PMPI_Comm_free(&firsts);
  }
  PMPI_Bcast(&offset, 1, MPI_INT64_T, 0, node);
  PMPI_Comm_free(&node);
  return offset;
}

/* MPI is there, for "level" of threads: begin. */
static void begin(int level) {
  lcm_mpi_state *the = lcm_mpi_the();
  int ranks = 0;
  *lcm_mpi_depth() = 1;
  the->several = level == MPI_THREAD_MULTIPLE;
  PMPI_Comm_create_keyval(copy_comm, delete_comm, &the->shadow_key, NULL);
  PMPI_Win_create_keyval(copy_window, delete_window, &the->window_key, NULL);
  PMPI_Comm_dup(MPI_COMM_WORLD, &the->world);
  PMPI_Comm_rank(the->world, &the->rank);
  PMPI_Comm_size(the->world, &ranks);
  lcm_set_rank(the->rank, ranks);
  lcm_mpi_shadow_add(MPI_COMM_WORLD);
  lcm_mpi_shadow_add(MPI_COMM_SELF);
  the->offset = offset_of(the->world);
  atomic_store(&the->on, true);
  PMPI_Barrier(the->world);
  *lcm_mpi_depth() = 0;
}

/* As PMPI_Init, and the hooks begin. */
int MPI_Init(int *argc, char ***argv) {
  int level = MPI_THREAD_SINGLE;
  lcm_measure(false);
  const int result = PMPI_Init(argc, argv);
  if (result == MPI_SUCCESS && !*lcm_mpi_depth()) {
    PMPI_Query_thread(&level);
    begin(level);
  }
  lcm_measure(true);
  return result;
}

/* As PMPI_Init_thread, and the hooks begin. */
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  lcm_measure(false);
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  if (result == MPI_SUCCESS && !*lcm_mpi_depth())
    begin(*provided);
  lcm_measure(true);
  return result;
}

/* Free the stamps on their way and what else is kept. */
static void let_go(lcm_mpi_state *the) {
  while (the->slots) {
    lcm_mpi_slot *slot = the->slots->next;
    if (slot == the->slots)
      the->slots = NULL;
    else
      the->slots->next = slot->next;
    PMPI_Wait(&slot->request, MPI_STATUS_IGNORE);
    free(slot);
  }
  while (the->stash) {
    lcm_mpi_stash *stash = the->stash;
    the->stash = stash->next;
    free(stash);
  }
  for (size_t i = 0; i < LCM_MPI_BUCKETS; i++)
    while (the->requests[i])
      lcm_mpi_request_forget(the->requests[i]);
  while (the->unused) {
    lcm_mpi_request *known = the->unused;
    the->unused = known->next;
    free(known);
  }
}

/* End, all ranks being here. */
static void end(lcm_mpi_state *the) {
  lcm_mpi_hear();
  PMPI_Barrier(the->world);
  lcm_mpi_hear();
  lcm_mpi_gather(the->world);
  let_go(the);
  lcm_mpi_shadow_drop(MPI_COMM_SELF);
  lcm_mpi_shadow_drop(MPI_COMM_WORLD);
  PMPI_Comm_free(&the->world);
}

/* All wait for the last one; the hooks end, then as PMPI_Finalize. */
int MPI_Finalize(void) {
  static const lcm_mpi_how how = {"MPI_Finalize", LCM_RAW_COLLECTIVE,
                                  LCM_RAW_WAITING, LCM_RAW_LI, LCM_RAW_SL};
  lcm_mpi_state *the = lcm_mpi_the();
  lcm_mpi_timed_call call;
  uint64_t last = 0;
  const bool ours = lcm_mpi_begin(&call, &how, __builtin_return_address(0));
  if (ours && lcm_mpi_meet(&last, MPI_COMM_WORLD, LCM_FOR_ALL, 0))
    lcm_mpi_waited(&call, last);
  if (ours)
    lcm_mpi_end(&call);
  lcm_measure(false);
  *lcm_mpi_depth() = 1;
  if (atomic_exchange(&the->on, false))
    end(the);
  const int result = PMPI_Finalize();
  *lcm_mpi_depth() = 0;
  lcm_measure(true);
  return result;
}

/* As PMPI_Abort, which may kill this process before it can end itself. */
int MPI_Abort(MPI_Comm comm, int code) {
  lcm_end();
  return PMPI_Abort(comm, code);
}
