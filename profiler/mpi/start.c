/* SPDX-License-Identifier: MIT
 *
 * Messages that go on while the program does: they are waited for later
 * (profiler/mpi/wait.c). */
#include "profiler/mpi/call.h"
#include "profiler/mpi/request.h"
#include "profiler/mpi/stamp.h"
#include "profiler/mpi/state.h"

/* A message of "of" to or from "peer" with "tag" in "comm". */
struct message {
  lcm_mpi_of of;
  bool persistent;
  int peer;
  int tag;
  MPI_Comm comm;
  uint32_t id;
};

/* Keep that "request" is of "message". */
static void keep(MPI_Request request, const struct message *message) {
  if (message->peer == MPI_PROC_NULL)
    return;
  lcm_mpi_request *known = lcm_mpi_request_find(request, true, message->of);
  if (!known)
    return;
  known->comm = message->comm;
  known->peer = message->peer;
  known->tag = message->tag;
  known->persistent = message->persistent;
  known->active = !message->persistent;
  known->id = message->id;
}

/* How a function is charged that waits for nobody. */
#define LCM_HOW(name)                                                          \
  static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,          \
                                  LCM_RAW_WAITING, LCM_RAW_CL, LCM_RAW_CL}

/* The function MPI_"name", which begins to send "count" elements, or, where it
 * is "persistent", says that it will. */
#define LCM_ISEND(name, count_type, is_persistent)                             \
  int MPI_##name(const void *buf, count_type count, MPI_Datatype type,         \
                 int dest, int tag, MPI_Comm comm, MPI_Request *request) {     \
    LCM_HOW(name);                                                             \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name(buf, count, type, dest, tag, comm, request);          \
    const uint32_t id =                                                        \
        is_persistent ? 0 : lcm_mpi_stamp_send(comm, dest, tag);               \
    const int result =                                                         \
        PMPI_##name(buf, count, type, dest, tag, comm, request);               \
    if (result == MPI_SUCCESS)                                                 \
      keep(*request, &(struct message){LCM_OF_SEND, is_persistent, dest, tag,  \
                                       comm, id});                             \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* The function MPI_"name", which begins to receive, likewise. */
#define LCM_IRECEIVE(name, count_type, is_persistent)                          \
  int MPI_##name(void *buf, count_type count, MPI_Datatype type, int source,   \
                 int tag, MPI_Comm comm, MPI_Request *request) {               \
    LCM_HOW(name);                                                             \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name(buf, count, type, source, tag, comm, request);        \
    const int result =                                                         \
        PMPI_##name(buf, count, type, source, tag, comm, request);             \
    if (result == MPI_SUCCESS)                                                 \
      keep(*request, &(struct message){LCM_OF_RECEIVE, is_persistent, source,  \
                                       tag, comm, 0});                         \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* The function MPI_"name", which begins to send and to receive. */
#define LCM_ISENDRECV(name, parameters, arguments)                             \
  int MPI_##name parameters {                                                  \
    LCM_HOW(name);                                                             \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    lcm_mpi_stamp_send(comm, dest, sendtag);                                   \
    const int result = PMPI_##name arguments;                                  \
    if (result == MPI_SUCCESS)                                                 \
      keep(*request,                                                           \
           &(struct message){LCM_OF_RECEIVE, false, source, tag, comm, 0});    \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* As PMPI_Start, with a stamp where it sends. */
int MPI_Start(MPI_Request *request) {
  LCM_HOW(Start);
  lcm_mpi_timed_call call;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Start(request);
  lcm_mpi_request_start(lcm_mpi_request_find(*request, false, LCM_OF_SEND));
  const int result = PMPI_Start(request);
  lcm_mpi_end(&call);
  return result;
}

/* As PMPI_Startall, likewise. */
int MPI_Startall(int n, MPI_Request requests[]) {
  LCM_HOW(Startall);
  lcm_mpi_timed_call call;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Startall(n, requests);
  for (int i = 0; i < n; i++)
    lcm_mpi_request_start(
        lcm_mpi_request_find(requests[i], false, LCM_OF_SEND));
  const int result = PMPI_Startall(n, requests);
  lcm_mpi_end(&call);
  return result;
}

/* As PMPI_Request_free; the request is forgotten. */
int MPI_Request_free(MPI_Request *request) {
  if (!*lcm_mpi_depth() && lcm_mpi_the()->on)
    lcm_mpi_request_forget(lcm_mpi_request_find(*request, false, LCM_OF_SEND));
  return PMPI_Request_free(request);
}

LCM_ISEND(Isend, int, false)
LCM_ISEND(Ibsend, int, false)
LCM_ISEND(Issend, int, false)
LCM_ISEND(Irsend, int, false)
LCM_ISEND(Send_init, int, true)
LCM_ISEND(Bsend_init, int, true)
LCM_ISEND(Ssend_init, int, true)
LCM_ISEND(Rsend_init, int, true)
LCM_IRECEIVE(Irecv, int, false)
LCM_IRECEIVE(Recv_init, int, true)
#if MPI_VERSION >= 4
LCM_ISEND(Isend_c, MPI_Count, false)
LCM_ISEND(Ibsend_c, MPI_Count, false)
LCM_ISEND(Issend_c, MPI_Count, false)
LCM_ISEND(Irsend_c, MPI_Count, false)
LCM_ISEND(Send_init_c, MPI_Count, true)
LCM_ISEND(Bsend_init_c, MPI_Count, true)
LCM_ISEND(Ssend_init_c, MPI_Count, true)
LCM_ISEND(Rsend_init_c, MPI_Count, true)
LCM_IRECEIVE(Irecv_c, MPI_Count, false)
LCM_IRECEIVE(Recv_init_c, MPI_Count, true)
LCM_ISENDRECV(Isendrecv,
              (const void *out, int n, MPI_Datatype type, int dest, int sendtag,
               void *in, int k, MPI_Datatype other, int source, int tag,
               MPI_Comm comm, MPI_Request *request),
              (out, n, type, dest, sendtag, in, k, other, source, tag, comm,
               request))
LCM_ISENDRECV(Isendrecv_c,
              (const void *out, MPI_Count n, MPI_Datatype type, int dest,
               int sendtag, void *in, MPI_Count k, MPI_Datatype other,
               int source, int tag, MPI_Comm comm, MPI_Request *request),
              (out, n, type, dest, sendtag, in, k, other, source, tag, comm,
               request))
LCM_ISENDRECV(Isendrecv_replace,
              (void *buf, int n, MPI_Datatype type, int dest, int sendtag,
               int source, int tag, MPI_Comm comm, MPI_Request *request),
              (buf, n, type, dest, sendtag, source, tag, comm, request))
LCM_ISENDRECV(Isendrecv_replace_c,
              (void *buf, MPI_Count n, MPI_Datatype type, int dest, int sendtag,
               int source, int tag, MPI_Comm comm, MPI_Request *request),
              (buf, n, type, dest, sendtag, source, tag, comm, request))
#endif
