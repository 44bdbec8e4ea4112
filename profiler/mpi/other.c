/* SPDX-License-Identifier: MIT
 *
 * Memory of other ranks, which is communication; files, which are computation:
 * one rank alone would read and write them too. */
#include <stdlib.h>

#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/comm.h"
#include "profiler/mpi/state.h"

/* The function MPI_"name", which moves data. */
#define LCM_ONE_SIDED(name, parameters, arguments)                             \
  int MPI_##name parameters {                                                  \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,        \
                                    LCM_RAW_WAITING, LCM_RAW_CL, LCM_RAW_CL};  \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    const int result = PMPI_##name arguments;                                  \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* The function MPI_"name", which reads or writes a file. */
#define LCM_FILE(name, parameters, arguments)                                  \
  int MPI_##name parameters {                                                  \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,        \
                                    LCM_RAW_BUSY, LCM_RAW_PC, LCM_RAW_PC};     \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    const int result = PMPI_##name arguments;                                  \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* How making, freeing and closing a window is charged. */
#define LCM_HOW(name)                                                          \
  static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_COLLECTIVE,            \
                                  LCM_RAW_WAITING, LCM_RAW_LI, LCM_RAW_SL};    \
  lcm_mpi_timed_call call;                                                     \
  uint64_t last = 0

/* Give "window", which the ranks of "comm" have made, a communicator. */
static void attach(MPI_Win window, MPI_Comm comm) {
  MPI_Comm *made = malloc(sizeof *made);
  if (!made)
    abort();
  if (PMPI_Comm_dup(comm, made) == MPI_SUCCESS)
    PMPI_Win_set_attr(window, lcm_mpi_the()->window_key, made);
  else
    free(made);
}

/* Return the communicator of "window", or NULL. */
static MPI_Comm *attached(MPI_Win window) {
  void *found = NULL;
  int there = 0;
  PMPI_Win_get_attr(window, lcm_mpi_the()->window_key, (void *)&found, &there);
  return there ? found : NULL;
}

/* The function MPI_"name", by which the ranks of "comm" make "window". */
#define LCM_WINDOW(name, parameters, arguments)                                \
  int MPI_##name parameters {                                                  \
    LCM_HOW(name);                                                             \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    if (lcm_mpi_meet(&last, comm, LCM_FOR_ALL, 0))                             \
      lcm_mpi_waited(&call, last);                                             \
    const int result = PMPI_##name arguments;                                  \
    if (result == MPI_SUCCESS)                                                 \
      attach(*window, comm);                                                   \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* As PMPI_Win_fence, for which all ranks of the window wait. */
int MPI_Win_fence(int assert, MPI_Win window) {
  LCM_HOW(Win_fence);
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Win_fence(assert, window);
  const MPI_Comm *comm = attached(window);
  const uint64_t when =
      (uint64_t)((int64_t)lcm_mpi_now() + lcm_mpi_the()->offset);
  if (comm) {
    PMPI_Allreduce(&when, &last, 1, MPI_UINT64_T, MPI_MAX, *comm);
    lcm_mpi_waited(&call, last);
  }
  const int result = PMPI_Win_fence(assert, window);
  lcm_mpi_end(&call);
  return result;
}

/* As PMPI_Win_free; what was attached goes too. */
int MPI_Win_free(MPI_Win *window) {
  LCM_HOW(Win_free);
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Win_free(window);
  MPI_Comm *comm = attached(*window);
  (void)last;
  if (comm) {
    PMPI_Win_delete_attr(*window, lcm_mpi_the()->window_key);
    PMPI_Comm_free(comm);
    free(comm);
  }
  const int result = PMPI_Win_free(window);
  lcm_mpi_end(&call);
  return result;
}

LCM_WINDOW(Win_create,
           (void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
            MPI_Win *window),
           (base, size, unit, info, comm, window))
LCM_WINDOW(Win_allocate,
           (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base,
            MPI_Win *window),
           (size, unit, info, comm, base, window))
LCM_WINDOW(Win_allocate_shared,
           (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void *base,
            MPI_Win *window),
           (size, unit, info, comm, base, window))
LCM_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *window),
           (info, comm, window))

#include "profiler/mpi/other.def"
