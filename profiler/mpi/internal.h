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

/* How a function is charged. */
typedef struct lcm_mpi_how {
  const char *name; /* of it */
  /* of the site; state and category: of LCM_RAW_*, until it is known that
   * nobody is waited for */
  uint32_t kind;
  uint32_t state;
  uint32_t category;
  uint32_t after; /* the category from then on */
} lcm_mpi_how;

/* A call that is under way. */
typedef struct lcm_mpi_timed_call {
  const lcm_mpi_how *how;
  lcm_thread *thread;
  uint64_t begin; /* when it began */
  uint64_t until; /* when waiting for others ended */
} lcm_mpi_timed_call;

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

/* What a request is of. */
typedef enum lcm_mpi_of {
  LCM_OF_SEND,
  LCM_OF_RECEIVE,
  LCM_OF_TOGETHER
} lcm_mpi_of;

/* A request.  Libraries have one handle for all messages that are sent at once,
 * so that several requests of a call may be the same; that which is forgotten
 * is not active. */
typedef struct lcm_mpi_request {
  uint64_t key;
  struct lcm_mpi_request *next;
  MPI_Comm comm; /* comm, peer, tag: of the message */
  lcm_mpi_of of;
  int peer;
  int tag;
  bool persistent; /* it is started again and again */
  bool active;     /* it is started */
  bool all;        /* of a collective in which all wait for all */
  uint64_t begin;  /* when it was started */
  uint32_t id;     /* number of the message sent */
  /* when, last, arrival: of a collective (lcm_mpi_meet_begin); arrival is
   * MPI_REQUEST_NULL where nobody is waited for */
  uint64_t when;
  uint64_t last;
  MPI_Request arrival;
} lcm_mpi_request;

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
 * lock        around the tables */
typedef struct lcm_mpi_state {
  _Atomic(bool) on; /* between MPI_Init and MPI_Finalize */
  bool several;     /* threads may call at the same time */
  bool lost;        /* a stamp did not come */
  int rank;         /* in MPI_COMM_WORLD */
  int64_t offset;   /* of the common time */
  /* a communicator of all ranks for the hooks alone */
  MPI_Comm world;
  int shadow_key;                  /* the attribute of communicators */
  int window_key;                  /* of windows */
  _Atomic(uint32_t) last_id;       /* number of the last message */
  lcm_mpi_slot *slots;             /* a ring, or NULL */
  lcm_mpi_stash *stash;            /* or NULL */
  lcm_mpi_late late[LCM_MPI_LATE]; /* a ring, of which n_late were ever used */
  uint32_t n_late;
  uint32_t open_late;
  lcm_mpi_request *requests[LCM_MPI_BUCKETS]; /* by their hash */
  lcm_mpi_request *unused;
} lcm_mpi_state;
