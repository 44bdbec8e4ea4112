/* SPDX-License-Identifier: MIT
 *
 * Requests that are open. */
#include <stdlib.h>
#include <string.h>

#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/request.h"
#include "profiler/mpi/stamp.h"
#include "profiler/mpi/state.h"

/* Return a number that "request" is told from others by. */
static uint64_t key_of(MPI_Request request) {
  uint64_t key = 0;
  memcpy(&key, &request, sizeof request);
  return key;
}

/* Return the list that a request with "key" is in. */
static lcm_mpi_request **bucket(uint64_t key) {
  const uint64_t mixed = key * 0x9e3779b97f4a7c15u;
  return &lcm_mpi_the()->requests[mixed >> 54];
}

/* Return a request that is not in use, or NULL; the lock is held. */
static lcm_mpi_request *fresh(void) {
  lcm_mpi_state *the = lcm_mpi_the();
  lcm_mpi_request *out = the->unused;
  if (out)
    the->unused = out->next;
  return out ? out : malloc(sizeof *out);
}

lcm_mpi_request *lcm_mpi_request_find(MPI_Request request, bool make,
                                      lcm_mpi_of of) {
  const uint64_t key = key_of(request);
  if (request == MPI_REQUEST_NULL)
    return NULL;
  lcm_mpi_lock();
  lcm_mpi_request **list = bucket(key);
  lcm_mpi_request *found = *list;
  while (found && found->key != key)
    found = found->next;
  lcm_mpi_request *next = found ? found->next : *list;
  const bool is_new = !found;
  if (make && !found)
    found = fresh();
  if (make && found) {
    *found = (lcm_mpi_request){.key = key,
                               .next = next,
                               .of = of,
                               .comm = MPI_COMM_NULL,
                               .peer = MPI_PROC_NULL,
                               .arrival = MPI_REQUEST_NULL,
                               .active = true,
                               .begin = lcm_mpi_now()};
    if (is_new)
      *list = found;
  }
  lcm_mpi_unlock();
  return found;
}

void lcm_mpi_request_start(lcm_mpi_request *known) {
  if (!known || !known->persistent)
    return;
  known->active = true;
  known->begin = lcm_mpi_now();
  if (known->of == LCM_OF_SEND)
    known->id = lcm_mpi_stamp_send(known->comm, known->peer, known->tag);
}

/* Return whether "status" says that the message was received. */
static bool is_received(const MPI_Status *status) {
  int cancelled = 0;
  PMPI_Test_cancelled(status, &cancelled);
  return !cancelled && status->MPI_SOURCE != MPI_PROC_NULL;
}

void lcm_mpi_request_done(lcm_mpi_timed_call *call, lcm_mpi_request *known,
                          const MPI_Status *status) {
  if (!known || !known->active)
    return;
  if (known->of == LCM_OF_SEND) {
    lcm_mpi_sent(call, known->id);
  } else if (known->of == LCM_OF_TOGETHER) {
    const bool waits = known->arrival != MPI_REQUEST_NULL;
    if (waits)
      PMPI_Wait(&known->arrival, MPI_STATUS_IGNORE);
    if (waits && known->peer != MPI_PROC_NULL)
      lcm_mpi_waited(call, known->last);
  } else if (is_received(status)) {
    lcm_mpi_stamp_take(call, known->comm, status->MPI_SOURCE, status->MPI_TAG,
                       known->begin);
  }
  if (known->persistent)
    known->active = false;
  else
    lcm_mpi_request_forget(known);
}

void lcm_mpi_request_forget(lcm_mpi_request *known) {
  lcm_mpi_state *the = lcm_mpi_the();
  if (!known)
    return;
  lcm_mpi_lock();
  lcm_mpi_request **at = bucket(known->key);
  while (*at && *at != known)
    at = &(*at)->next;
  if (*at) {
    *at = known->next;
    known->active = false;
    known->next = the->unused;
    the->unused = known;
  }
  lcm_mpi_unlock();
}
