/* SPDX-License-Identifier: MIT
 *
 * Hooks of the MPI calls that send, receive or probe for a message without a
 * request. */
#include "profiler/mpi/call.h"
#include "profiler/mpi/stamp.h"

/* The function MPI_"name", which sends "count" elements. */
#define LCM_SEND(name, count_type)                                             \
  int MPI_##name(const void *buf, count_type count, MPI_Datatype type,         \
                 int dest, int tag, MPI_Comm comm) {                           \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,        \
                                    LCM_RAW_WAITING, LCM_RAW_CL, LCM_RAW_CL};  \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name(buf, count, type, dest, tag, comm);                   \
    const uint32_t id = lcm_mpi_stamp_send(comm, dest, tag);                   \
    const int result = PMPI_##name(buf, count, type, dest, tag, comm);         \
    lcm_mpi_sent(&call, id);                                                   \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* The function MPI_"name", which receives "count" elements. */
#define LCM_RECEIVE(name, count_type)                                          \
  int MPI_##name(void *buf, count_type count, MPI_Datatype type, int source,   \
                 int tag, MPI_Comm comm, MPI_Status *status) {                 \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,        \
                                    LCM_RAW_WAITING, LCM_RAW_SL, LCM_RAW_CL};  \
    lcm_mpi_timed_call call;                                                   \
    MPI_Status own;                                                            \
    MPI_Status *at = status == MPI_STATUS_IGNORE ? &own : status;              \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name(buf, count, type, source, tag, comm, status);         \
    const int result = PMPI_##name(buf, count, type, source, tag, comm, at);   \
    if (result == MPI_SUCCESS)                                                 \
      lcm_mpi_stamp_take(&call, comm, at->MPI_SOURCE, at->MPI_TAG,             \
                         call.begin);                                          \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* The function MPI_"name", which sends and receives by "parameters". */
#define LCM_SENDRECV(name, parameters, arguments)                              \
  int MPI_##name parameters {                                                  \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,        \
                                    LCM_RAW_WAITING, LCM_RAW_SL, LCM_RAW_CL};  \
    lcm_mpi_timed_call call;                                                   \
    MPI_Status own;                                                            \
    MPI_Status *const at = status == MPI_STATUS_IGNORE ? &own : status;        \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name arguments;                                            \
    status = at;                                                               \
    const uint32_t id = lcm_mpi_stamp_send(comm, dest, sendtag);               \
    const int result = PMPI_##name arguments;                                  \
    if (result == MPI_SUCCESS)                                                 \
      lcm_mpi_stamp_take(&call, comm, at->MPI_SOURCE, at->MPI_TAG,             \
                         call.begin);                                          \
    lcm_mpi_sent(&call, id);                                                   \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* The function MPI_"name", which receives a message that was looked at. */
#define LCM_MRECV(name, count_type)                                            \
  int MPI_##name(void *buf, count_type count, MPI_Datatype type,               \
                 MPI_Message *message, MPI_Status *status) {                   \
    static const lcm_mpi_how how = {"MPI_" #name, LCM_RAW_MESSAGE_CALL,        \
                                    LCM_RAW_WAITING, LCM_RAW_CL, LCM_RAW_CL};  \
    lcm_mpi_timed_call call;                                                   \
    if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))              \
      return PMPI_##name(buf, count, type, message, status);                   \
    const int result = PMPI_##name(buf, count, type, message, status);         \
    lcm_mpi_end(&call);                                                        \
    return result;                                                             \
  }

/* Look at the message that can be received in "comm", as "status" says. */
static void look(lcm_mpi_timed_call *call, MPI_Comm comm,
                 const MPI_Status *status) {
  lcm_mpi_stamp_look(call, comm, status->MPI_SOURCE, status->MPI_TAG);
}

/* As PMPI_Probe; the stamp of the message is taken and kept. */
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  static const lcm_mpi_how how = {"MPI_Probe", LCM_RAW_MESSAGE_CALL,
                                  LCM_RAW_WAITING, LCM_RAW_SL, LCM_RAW_CL};
  lcm_mpi_timed_call call;
  MPI_Status own;
  MPI_Status *at = status == MPI_STATUS_IGNORE ? &own : status;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Probe(source, tag, comm, status);
  const int result = PMPI_Probe(source, tag, comm, at);
  if (result == MPI_SUCCESS)
    look(&call, comm, at);
  lcm_mpi_end(&call);
  return result;
}

/* Take the stamp of the message that "status" says was taken out of "comm". */
static void took(lcm_mpi_timed_call *call, MPI_Comm comm,
                 const MPI_Status *status) {
  lcm_mpi_stamp_take(call, comm, status->MPI_SOURCE, status->MPI_TAG,
                     call->begin);
}

/* As PMPI_Mprobe, which takes the message, and with it its stamp. */
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status) {
  static const lcm_mpi_how how = {"MPI_Mprobe", LCM_RAW_MESSAGE_CALL,
                                  LCM_RAW_WAITING, LCM_RAW_SL, LCM_RAW_CL};
  lcm_mpi_timed_call call;
  MPI_Status own;
  MPI_Status *at = status == MPI_STATUS_IGNORE ? &own : status;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Mprobe(source, tag, comm, message, status);
  const int result = PMPI_Mprobe(source, tag, comm, message, at);
  if (result == MPI_SUCCESS)
    took(&call, comm, at);
  lcm_mpi_end(&call);
  return result;
}

/* As PMPI_Improbe, likewise. */
int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status) {
  static const lcm_mpi_how how = {"MPI_Improbe", LCM_RAW_MESSAGE_CALL,
                                  LCM_RAW_WAITING, LCM_RAW_CL, LCM_RAW_CL};
  lcm_mpi_timed_call call;
  MPI_Status own;
  MPI_Status *at = status == MPI_STATUS_IGNORE ? &own : status;
  if (!lcm_mpi_begin(&call, &how, __builtin_return_address(0)))
    return PMPI_Improbe(source, tag, comm, flag, message, status);
  const int result = PMPI_Improbe(source, tag, comm, flag, message, at);
  if (result == MPI_SUCCESS && *flag)
    took(&call, comm, at);
  lcm_mpi_end(&call);
  return result;
}

LCM_SEND(Send, int)
LCM_SEND(Bsend, int)
LCM_SEND(Ssend, int)
LCM_SEND(Rsend, int)
LCM_RECEIVE(Recv, int)
LCM_MRECV(Mrecv, int)
LCM_SENDRECV(Sendrecv,
             (const void *out, int n, MPI_Datatype type, int dest, int sendtag,
              void *in, int k, MPI_Datatype other, int source, int tag,
              MPI_Comm comm, MPI_Status *status),
             (out, n, type, dest, sendtag, in, k, other, source, tag, comm,
              status))
LCM_SENDRECV(Sendrecv_replace,
             (void *buf, int n, MPI_Datatype type, int dest, int sendtag,
              int source, int tag, MPI_Comm comm, MPI_Status *status),
             (buf, n, type, dest, sendtag, source, tag, comm, status))
#if MPI_VERSION >= 4
LCM_SEND(Send_c, MPI_Count)
LCM_SEND(Bsend_c, MPI_Count)
LCM_SEND(Ssend_c, MPI_Count)
LCM_SEND(Rsend_c, MPI_Count)
LCM_RECEIVE(Recv_c, MPI_Count)
LCM_MRECV(Mrecv_c, MPI_Count)
LCM_SENDRECV(Sendrecv_c,
             (const void *out, MPI_Count n, MPI_Datatype type, int dest,
              int sendtag, void *in, MPI_Count k, MPI_Datatype other,
              int source, int tag, MPI_Comm comm, MPI_Status *status),
             (out, n, type, dest, sendtag, in, k, other, source, tag, comm,
              status))
LCM_SENDRECV(Sendrecv_replace_c,
             (void *buf, MPI_Count n, MPI_Datatype type, int dest, int sendtag,
              int source, int tag, MPI_Comm comm, MPI_Status *status),
             (buf, n, type, dest, sendtag, source, tag, comm, status))
#endif
