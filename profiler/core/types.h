/* SPDX-License-Identifier: MIT
 *
 * The state machine of each thread, on which the sources of events stand:
 * OpenMP (ompt.c), threads (wrap/threads.c), calls by hand (hand.c), messages
 * (mpi/call.c).
 *
 * A thread is a stack of frames; the innermost says at which site it is, what
 * it does (raw/raw.h: BUSY, WAITING, AWAY) and to which category that is
 * charged.
 * Each change charges the time since the last to what was before.  A frame is
 * entered and left by the thread itself.  Calls are cheap (two clock readings
 * at most) and allocate nothing; before the runtime has started, after it has
 * ended and inside the runtime itself they do nothing. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "profiler/raw/raw.h"

typedef struct lcm_thread lcm_thread;

/* What a thread is about to do at a construct. */
typedef struct lcm_enter {
  uint32_t kind;       /* of the site (LCM_RAW_BARRIER, ...) */
  uint32_t state;      /* LCM_RAW_BUSY, WAITING or AWAY */
  uint32_t category;   /* it is charged to; of BUSY LCM_RAW_PC */
  const void *address; /* return address in the program, or NULL */
  /* of the construct ("MPI_Recv"), or NULL; kept by address, so it must outlive
   * the run */
  const char *name;
  /* a number of the user's, or 0: sites with different tags differ */
  uint64_t tag;
  bool quiet; /* it goes on with what was left: no visit, no elapsed time */
} lcm_enter;
