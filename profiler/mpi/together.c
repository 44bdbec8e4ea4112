/* SPDX-License-Identifier: MIT
 *
 * Hooks of collectives, with the time that their ranks wait. */
#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/comm.h"
#include "profiler/mpi/request.h"
#include "profiler/mpi/state.h"

/* Return as what waiting for "whom" is charged. */
#define LCM_WAITING(whom)                                                      \
  ((whom) == LCM_FOR_ALL      ? LCM_RAW_LI                                     \
   : (whom) == LCM_FOR_NOBODY ? LCM_RAW_CL                                     \
                              : LCM_RAW_SL)

/* The collective MPI_"name" of "comm", in which ranks wait for "whom". */
#define LCM_TOGETHER(name, whom, root, parameters, arguments)                  \
  int MPI_##name parameters {                                                  \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_COLLECTIVE,          \
                                    LCM_RAW_WAITING, LCM_WAITING(whom),        \
                                    LCM_RAW_CL};                               \
    lcm_mpi_timed_call call;                                                   \
    uint64_t last = 0;                                                         \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    if (lcm_mpi_meet(&last, comm, whom, root))                                 \
      lcm_mpi_waited(&call, last);                                             \
    const int result = PMPI_##name arguments;                                  \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* Keep that "request" is of a collective of "comm", begun at "call", in which
 * ranks wait for "whom". */
static void keep(MPI_Request request, const lcm_mpi_timed_call *call,
                 MPI_Comm comm, lcm_mpi_whom whom, int root) {
  lcm_mpi_request *known = lcm_mpi_request_find(request, true, LCM_OF_TOGETHER);
  if (!known)
    return;
  known->all = whom == LCM_FOR_ALL;
  known->begin = call->begin;
  known->when = (uint64_t)((int64_t)call->begin + lcm_mpi_the()->offset);
  if (!lcm_mpi_meet_begin(&known->when, &known->last, &known->arrival, comm,
                          whom, root))
    known->arrival = MPI_REQUEST_NULL;
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const bool waits = whom == LCM_FOR_ROOT     ? rank != root
                     : whom == LCM_FOR_OTHERS ? rank == root
                                              : true;
  known->peer = waits ? 0 : MPI_PROC_NULL;
}

/* The collective MPI_"name" of "comm", which is waited for later. */
#define LCM_TOGETHER_LATER(name, whom, root, parameters, arguments)            \
  int MPI_##name parameters {                                                  \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_COLLECTIVE,          \
                                    LCM_RAW_WAITING, LCM_RAW_CL, LCM_RAW_CL};  \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    const int result = PMPI_##name arguments;                                  \
    if (result == MPI_SUCCESS)                                                 \
      keep(*request, &call, comm, whom, root);                                 \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* Let all of "comm" wait for each other, as those do who make something
 * together; return whether they have. */
static bool meet(lcm_mpi_timed_call *call, MPI_Comm comm) {
  uint64_t last = 0;
  const bool met = lcm_mpi_meet(&last, comm, LCM_FOR_ALL, 0);
  if (met)
    lcm_mpi_waited(call, last);
  return met;
}

/* As PMPI_Barrier; asking who comes last is a barrier already. */
int MPI_Barrier(MPI_Comm comm) {
  static const lcm_mpi_how how = {"MPI_Barrier", LCM_RAW_COLLECTIVE,
                                  LCM_RAW_WAITING, LCM_RAW_LI, LCM_RAW_SL};
  lcm_mpi_timed_call call;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Barrier(comm);
  const int result = meet(&call, comm) ? MPI_SUCCESS : PMPI_Barrier(comm);
  lcm_mpi_end(&call);
  return result;
}

/* The function MPI_"name", by which the ranks of "comm" make "made". */
#define LCM_MAKES(name, parameters, arguments, made)                           \
  int MPI_##name parameters {                                                  \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_COLLECTIVE,          \
                                    LCM_RAW_WAITING, LCM_RAW_LI, LCM_RAW_SL};  \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    meet(&call, comm);                                                         \
    const int result = PMPI_##name arguments;                                  \
    if (result == MPI_SUCCESS)                                                 \
      lcm_mpi_shadow_add(made);                                                \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* As PMPI_Comm_create_group, which only the group calls. */
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                          MPI_Comm *made) {
  static const lcm_mpi_how how = {"MPI_Comm_create_group", LCM_RAW_COLLECTIVE,
                                  LCM_RAW_WAITING, LCM_RAW_SL, LCM_RAW_SL};
  lcm_mpi_timed_call call;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Comm_create_group(comm, group, tag, made);
  const int result = PMPI_Comm_create_group(comm, group, tag, made);
  if (result == MPI_SUCCESS)
    lcm_mpi_shadow_add(*made);
  lcm_mpi_end(&call);
  return result;
}

/* The function MPI_"name", which frees "comm". */
#define LCM_FREES(name)                                                        \
  int MPI_##name(MPI_Comm *comm) {                                             \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_COLLECTIVE,          \
                                    LCM_RAW_WAITING, LCM_RAW_SL, LCM_RAW_SL};  \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name(comm);                                                \
    lcm_mpi_shadow_drop(*comm);                                                \
    const int result = PMPI_##name(comm);                                      \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

LCM_FREES(Comm_free)
LCM_FREES(Comm_disconnect)
LCM_MAKES(Comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made), *made)
LCM_MAKES(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made),
          (comm, info, made), *made)
LCM_MAKES(Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm *made),
          (comm, colour, key, made), *made)
LCM_MAKES(Comm_split_type,
          (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
          (comm, type, key, info, made), *made)
LCM_MAKES(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made),
          (comm, group, made), *made)
LCM_MAKES(Cart_create,
          (MPI_Comm comm, int n, const int dims[], const int periods[],
           int reorder, MPI_Comm *made),
          (comm, n, dims, periods, reorder, made), *made)
LCM_MAKES(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *made),
          (comm, remain, made), *made)
LCM_MAKES(Graph_create,
          (MPI_Comm comm, int n, const int index[], const int edges[],
           int reorder, MPI_Comm *made),
          (comm, n, index, edges, reorder, made), *made)
LCM_MAKES(Dist_graph_create,
          (MPI_Comm comm, int n, const int sources[], const int degrees[],
           const int targets[], const int weights[], MPI_Info info, int reorder,
           MPI_Comm *made),
          (comm, n, sources, degrees, targets, weights, info, reorder, made),
          *made)
LCM_MAKES(Dist_graph_create_adjacent,
          (MPI_Comm comm, int n, const int sources[], const int weights[],
           int k, const int targets[], const int others[], MPI_Info info,
           int reorder, MPI_Comm *made),
          (comm, n, sources, weights, k, targets, others, info, reorder, made),
          *made)
LCM_MAKES(Intercomm_create,
          (MPI_Comm comm, int leader, MPI_Comm peer, int other, int tag,
           MPI_Comm *made),
          (comm, leader, peer, other, tag, made), *made)
LCM_MAKES(Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm *made),
          (comm, high, made), *made)

#include "profiler/mpi/together.def"
