/* SPDX-License-Identifier: MIT
 *
 * Stamps of messages, and answers of late receivers. */
#include <stdatomic.h>
#include <stdlib.h>

#include "profiler/core/core.h"
#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/comm.h"
#include "profiler/mpi/stamp.h"
#include "profiler/mpi/state.h"

/* A receiver is late, and a send long, from so many nanoseconds on; a stamp
 * that has not come after so many is none. */
enum { LATE = 5000, LOST = 2000000000 };

/* Return a slot that is free, NULL where memory is short; it is the ring's
 * first.  The lock is held. */
static lcm_mpi_slot *free_slot(void) {
  lcm_mpi_state *the = lcm_mpi_the();
  lcm_mpi_slot *first = the->slots;
  int done = 0;
  if (first &&
      (PMPI_Test(&first->next->request, &done, MPI_STATUS_IGNORE) || done)) {
    the->slots = first->next;
    return the->slots;
  }
  lcm_mpi_slot *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->request = MPI_REQUEST_NULL;
  made->next = first ? first->next : made;
  if (first)
    first->next = made;
  the->slots = made;
  return made;
}

/* Send "stamp" to rank "dest" of "comm" with "tag", and go on. */
static void post(const lcm_mpi_stamp *stamp, MPI_Comm comm, int dest, int tag) {
  lcm_mpi_lock();
  lcm_mpi_slot *slot = free_slot();
  if (slot) {
    slot->stamp = *stamp;
    PMPI_Isend(&slot->stamp, sizeof *stamp, MPI_BYTE, dest, tag, comm,
               &slot->request);
  }
  lcm_mpi_unlock();
  if (!slot)
    PMPI_Send(stamp, sizeof *stamp, MPI_BYTE, dest, tag, comm);
}

uint32_t lcm_mpi_stamp_send(MPI_Comm comm, int dest, int tag) {
  lcm_mpi_state *the = lcm_mpi_the();
  const MPI_Comm shadow =
      dest == MPI_PROC_NULL ? MPI_COMM_NULL : lcm_mpi_shadow(comm);
  const uint32_t id = atomic_fetch_add(&the->last_id, 1) + 1;
  if (shadow == MPI_COMM_NULL)
    return id;
  const lcm_mpi_stamp stamp = {(uint64_t)((int64_t)lcm_mpi_now() + the->offset),
                               (uint32_t)the->rank, id};
  post(&stamp, shadow, dest, tag);
  return id;
}

/* Return the place of the stamp that was taken first of those from "source"
 * with "tag" in "comm". */
static lcm_mpi_stash **find_stash(MPI_Comm comm, int source, int tag) {
  lcm_mpi_stash **at = &lcm_mpi_the()->stash;
  while (*at &&
         ((*at)->comm != comm || (*at)->source != source || (*at)->tag != tag))
    at = &(*at)->next;
  return at;
}

/* Receive the stamp from "source" with "tag" in "shadow" into "*out"; false
 * where there is none: the message was sent by a function that is not known
 * here.  After the first of these, stamps are not waited for. */
static bool receive(lcm_mpi_stamp *out, MPI_Comm shadow, int source, int tag) {
  lcm_mpi_state *the = lcm_mpi_the();
  const uint64_t begin = lcm_mpi_now();
  int there = 0;
  MPI_Message message;
  while (PMPI_Improbe(source, tag, shadow, &there, &message,
                      MPI_STATUS_IGNORE) == MPI_SUCCESS &&
         !there && !the->lost) {
    the->lost = lcm_mpi_now() - begin > LOST;
  }
  if (there)
    PMPI_Mrecv(out, sizeof *out, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  return there;
}

/* Put the stamp from "source" with "tag" in "comm", whose shadow is "shadow",
 * into "*out"; false where there is none. */
static bool take(lcm_mpi_stamp *out, MPI_Comm comm, MPI_Comm shadow, int source,
                 int tag) {
  lcm_mpi_lock();
  lcm_mpi_stash **at = find_stash(comm, source, tag);
  lcm_mpi_stash *found = *at;
  if (found)
    *at = found->next;
  lcm_mpi_unlock();
  if (!found)
    return receive(out, shadow, source, tag);
  *out = found->stamp;
  free(found);
  return true;
}

void lcm_mpi_stamp_take(lcm_mpi_timed_call *call, MPI_Comm comm, int source,
                        int tag, uint64_t begin) {
  lcm_mpi_state *the = lcm_mpi_the();
  const MPI_Comm shadow =
      source < 0 || tag < 0 ? MPI_COMM_NULL : lcm_mpi_shadow(comm);
  lcm_mpi_stamp stamp = {0, 0, 0};
  if (shadow == MPI_COMM_NULL || !take(&stamp, comm, shadow, source, tag))
    return;
  lcm_mpi_waited(call, stamp.when);
  const uint64_t came = (uint64_t)((int64_t)begin + the->offset);
  const lcm_mpi_stamp answer = {came, (uint32_t)the->rank, stamp.id};
  if (came > stamp.when + LATE && stamp.rank != (uint32_t)the->rank)
    post(&answer, the->world, (int)stamp.rank, LCM_TAG_LATE);
}

void lcm_mpi_stamp_look(lcm_mpi_timed_call *call, MPI_Comm comm, int source,
                        int tag) {
  const MPI_Comm shadow =
      source < 0 || tag < 0 ? MPI_COMM_NULL : lcm_mpi_shadow(comm);
  if (shadow == MPI_COMM_NULL)
    return;
  lcm_mpi_lock();
  lcm_mpi_stash *found = *find_stash(comm, source, tag);
  lcm_mpi_unlock();
  if (found) {
    lcm_mpi_waited(call, found->stamp.when);
    return;
  }
  lcm_mpi_stash *made = calloc(1, sizeof *made);
  if (!made)
    abort();
  *made = (lcm_mpi_stash){.comm = comm, .source = source, .tag = tag};
  if (!receive(&made->stamp, shadow, source, tag)) {
    free(made);
    return;
  }
  lcm_mpi_waited(call, made->stamp.when);
  lcm_mpi_lock();
  lcm_mpi_stash **end = &lcm_mpi_the()->stash;
  while (*end)
    end = &(*end)->next;
  *end = made;
  lcm_mpi_unlock();
}

void lcm_mpi_sent(const lcm_mpi_timed_call *call, uint32_t id) {
  lcm_mpi_state *the = lcm_mpi_the();
  const uint64_t now = lcm_mpi_now();
  if (now < call->until + LATE || !call->thread)
    return;
  lcm_mpi_lock();
  lcm_mpi_late *late = &the->late[the->n_late++ % LCM_MPI_LATE];
  the->open_late += !late->id;
  *late = (lcm_mpi_late){id, lcm_site_here(call->thread), call->thread,
                         call->until, now};
  lcm_mpi_unlock();
}

/* The receiver of the message that "answer" is about came when that says. */
static void settle(const lcm_mpi_stamp *answer) {
  lcm_mpi_state *the = lcm_mpi_the();
  const uint64_t came = (uint64_t)((int64_t)answer->when - the->offset);
  for (uint32_t i = 0; i < LCM_MPI_LATE; i++) {
    lcm_mpi_late *late = &the->late[i];
    if (late->id != answer->id)
      continue;
    const uint64_t end = came < late->to ? came : late->to;
    if (end > late->from)
      lcm_move(late->thread, late->site, LCM_RAW_CL, LCM_RAW_SL,
               end - late->from);
    late->id = 0;
    the->open_late--;
    return;
  }
}

void lcm_mpi_hear(void) {
  const lcm_mpi_state *the = lcm_mpi_the();
  int there = 1;
  while (there) {
    MPI_Status status;
    MPI_Message message;
    lcm_mpi_stamp answer = {0, 0, 0};
    if (PMPI_Improbe(MPI_ANY_SOURCE, LCM_TAG_LATE, the->world, &there, &message,
                     &status) != MPI_SUCCESS ||
        !there)
      return;
    PMPI_Mrecv(&answer, sizeof answer, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    lcm_mpi_lock();
    settle(&answer);
    lcm_mpi_unlock();
  }
}
