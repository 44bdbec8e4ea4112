/* SPDX-License-Identifier: MIT
 *
 * What the hooks of MPI share.
 *
 * Each communicator has a shadow, a duplicate through which the hooks talk.
 * With each message a stamp goes to the same rank under the same tag, which
 * says when it was sent; the receiver takes one for each message that it got,
 * and tells waiting for the sender from waiting for the message.  A receiver
 * that was late answers, and the sender tells waiting for it from sending.
 * Before a collective its ranks agree on when the last one came, in the same
 * pattern as data go: who waits for nobody waits for no answer either.
 *
 * Times are nanoseconds of this rank's CLOCK_MONOTONIC; "common" ones are those
 * of rank 0. */
#pragma once

#include "profiler/core/core.h"
#include "profiler/mpi/compat.h"

/* Tags of what the hooks say between themselves in the shadow of
 * MPI_COMM_WORLD's shadow: answers of late receivers, the rest. */
enum { LCM_TAG_LATE = 1, LCM_TAG_OWN = 2 };

/* How a function is charged.
 * name      of it
 * kind      of the site; state and category: of LCM_RAW_*, until it is known
 *           that nobody is waited for
 * after     the category from then on */
typedef struct lcm_mpi_how {
  const char *name;
  uint32_t kind;
  uint32_t state;
  uint32_t category;
  uint32_t after;
} lcm_mpi_how;

/* A call that is under way.
 * begin  when it began; until: when waiting for others ended */
typedef struct lcm_mpi_call {
  const lcm_mpi_how *how;
  lcm_thread *thread;
  uint64_t begin;
  uint64_t until;
} lcm_mpi_call;

/* What a stamp says: when a message was sent, in common time, by which rank of
 * MPI_COMM_WORLD, and as which of its messages. */
typedef struct lcm_mpi_stamp {
  uint64_t when;
  uint32_t rank;
  uint32_t id;
} lcm_mpi_stamp;

/* Whom ranks wait for in a collective: nobody knows; all for all; others for
 * the root; the root for others; each for those before it. */
typedef enum lcm_mpi_whom {
  LCM_FOR_NOBODY,
  LCM_FOR_ALL,
  LCM_FOR_ROOT,
  LCM_FOR_OTHERS,
  LCM_FOR_ELDERS
} lcm_mpi_whom;

/* ---- calls (profiler/mpi/call.c) ------------------------------------------------- */

/* Return the time. */
uint64_t lcm_mpi_now(void);

/* Begin "call", which the program makes from "address"; false where it is to
 * be passed on as it is: made by the library itself, or before or after MPI is
 * there. */
bool lcm_mpi_begin(lcm_mpi_call *call, const lcm_mpi_how *how,
                   const void *address);

/* Waiting in "call" went on until the common time "when" at least. */
void lcm_mpi_waited(lcm_mpi_call *call, uint64_t when);

/* End "call". */
void lcm_mpi_end(lcm_mpi_call *call);

/* ---- communicators (profiler/mpi/comm.c) ----------------------------------------- */

/* Return the shadow of "comm", MPI_COMM_NULL where it has none. */
MPI_Comm lcm_mpi_shadow(MPI_Comm comm);

/* Give "comm", which all its ranks have just made, a shadow. */
void lcm_mpi_shadow_add(MPI_Comm comm);

/* Take the shadow of "comm" away. */
void lcm_mpi_shadow_drop(MPI_Comm comm);

/* Keep in "*last" when the last of those came for whom the caller waits in a
 * collective of "comm", the caller coming now; return whether it waits for
 * anybody.  "root" is that of the collective. */
bool lcm_mpi_meet(uint64_t *last, MPI_Comm comm, lcm_mpi_whom whom, int root);

/* The same, begun: "*when" has when the caller came and "*last" the answer
 * once "*request" is done; return whether that is so. */
bool lcm_mpi_meet_begin(const uint64_t *when, uint64_t *last,
                        MPI_Request *request, MPI_Comm comm, lcm_mpi_whom whom,
                        int root);

/* ---- stamps (profiler/mpi/stamp.c) ----------------------------------------------- */

/* Stamp the message that is about to go to "dest" with "tag" in "comm"; return
 * its number. */
uint32_t lcm_mpi_stamp_send(MPI_Comm comm, int dest, int tag);

/* Take the stamp of the message from "source" with "tag" that was received in
 * "comm", by a receive that began at "begin"; "call" has waited for it. */
void lcm_mpi_stamp_take(lcm_mpi_call *call, MPI_Comm comm, int source, int tag,
                        uint64_t begin);

/* Look at the stamp of the message from "source" with "tag" that can be
 * received in "comm" next; "call" has waited for it. */
void lcm_mpi_stamp_look(lcm_mpi_call *call, MPI_Comm comm, int source, int tag);

/* "call" was busy with the message number "id" until now: where its receiver
 * turns out to be late, that was waiting. */
void lcm_mpi_sent(const lcm_mpi_call *call, uint32_t id);

/* Hear which receivers were late. */
void lcm_mpi_hear(void);

/* ---- requests (profiler/mpi/request.c) ------------------------------------------- */

/* What a request is of. */
typedef enum lcm_mpi_of {
  LCM_OF_SEND,
  LCM_OF_RECEIVE,
  LCM_OF_TOGETHER
} lcm_mpi_of;

/* A request.  Libraries have one handle for all messages that are sent at once,
 * so that several requests of a call may be the same; that which is forgotten
 * is not active.
 * comm, peer, tag   of the message
 * persistent        it is started again and again; active: it is started
 * all               of a collective in which all wait for all
 * begin             when it was started; id: number of the message sent
 * when, last, arrival   of a collective (lcm_mpi_meet_begin); arrival is
 *                   MPI_REQUEST_NULL where nobody is waited for */
typedef struct lcm_mpi_request {
  uint64_t key;
  struct lcm_mpi_request *next;
  MPI_Comm comm;
  lcm_mpi_of of;
  int peer;
  int tag;
  bool persistent;
  bool active;
  bool all;
  uint64_t begin;
  uint32_t id;
  uint64_t when;
  uint64_t last;
  MPI_Request arrival;
} lcm_mpi_request;

/* Return what is known of "request", a new one of "of" where "make" (and
 * memory is there); NULL for none. */
lcm_mpi_request *lcm_mpi_request_find(MPI_Request request, bool make,
                                      lcm_mpi_of of);

/* Begin the persistent request "known" (NULL: nothing happens). */
void lcm_mpi_request_start(lcm_mpi_request *known);

/* "known" (NULL: nothing happens) is done as "status" says, which "call" has
 * waited for. */
void lcm_mpi_request_done(lcm_mpi_call *call, lcm_mpi_request *known,
                          const MPI_Status *status);

/* Forget "known" (or NULL). */
void lcm_mpi_request_forget(lcm_mpi_request *known);

/* ---- ranks (profiler/mpi/init.c, profiler/mpi/gather.c) ------------------------------------ */

/* How far the common time is ahead of that of this rank, in nanoseconds. */
int64_t lcm_mpi_offset(MPI_Comm world);

/* Bring the raw files that rank 0 cannot see to where its own is, through
 * "world". */
void lcm_mpi_gather(MPI_Comm world);

/* ---- state (profiler/mpi/state.c) ------------------------------------------------- */

enum { LCM_MPI_BUCKETS = 1024, LCM_MPI_LATE = 256 };

/* A stamp on its way. */
typedef struct lcm_mpi_slot {
  lcm_mpi_stamp stamp;
  MPI_Request request;
  struct lcm_mpi_slot *next;
} lcm_mpi_slot;

/* A stamp that was taken before its message. */
typedef struct lcm_mpi_stash {
  MPI_Comm comm;
  int source;
  int tag;
  lcm_mpi_stamp stamp;
  struct lcm_mpi_stash *next;
} lcm_mpi_stash;

/* A send that took long: by whom, at which site, from when to when. */
typedef struct lcm_mpi_late {
  uint32_t id;
  uint32_t site;
  lcm_thread *thread;
  uint64_t from;
  uint64_t to;
} lcm_mpi_late;

/* What the hooks know.
 * on          between MPI_Init and MPI_Finalize
 * several     threads may call at the same time
 * lock        around the tables
 * lost        a stamp did not come
 * rank        in MPI_COMM_WORLD
 * offset      of the common time
 * world       a communicator of all ranks for the hooks alone
 * shadow_key  the attribute of communicators; window_key: of windows
 * last_id     number of the last message
 * slots       a ring, or NULL
 * stash       or NULL
 * late        a ring, of which n_late were ever used
 * requests    by their hash */
typedef struct lcm_mpi_state {
  _Atomic(bool) on;
  bool several;
  bool lost;
  int rank;
  int64_t offset;
  MPI_Comm world;
  int shadow_key;
  int window_key;
  _Atomic(uint32_t) last_id;
  lcm_mpi_slot *slots;
  lcm_mpi_stash *stash;
  lcm_mpi_late late[LCM_MPI_LATE];
  uint32_t n_late;
  uint32_t open_late;
  lcm_mpi_request *requests[LCM_MPI_BUCKETS];
  lcm_mpi_request *unused;
} lcm_mpi_state;

/* Return what the hooks know. */
lcm_mpi_state *lcm_mpi_the(void);

/* Return how deep the calling thread is in calls of MPI. */
int *lcm_mpi_depth(void);

/* Take, give back the lock. */
void lcm_mpi_lock(void);
void lcm_mpi_unlock(void);
