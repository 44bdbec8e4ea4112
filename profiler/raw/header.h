/* SPDX-License-Identifier: MIT
 *
 * The header of the raw file (raw.h): what the whole run was. */
#pragma once

#include <stdint.h>

#define LCM_RAW_MAGIC "lcm-raw\n"
#define LCM_RAW_VERSION 3u
#define LCM_RAW_HEADER_SIZE 4096u
#define LCM_RAW_CHUNK (256u * 1024u)
#define LCM_RAW_CATEGORIES 16
#define LCM_RAW_NAME 24
#define LCM_RAW_COUNTERS 3
#define LCM_RAW_SLICES 128

/* Categories; those of the user follow behind.  What the user declared to be
 * speculation stands under SPECULATIVE until it is known to be useful (PC) or
 * wasted (WASTED); BRAKING is what is computed after the solution was found;
 * QUEUED is when a thread that would compute waited for a processor that
 * somebody else had. */
enum {
  LCM_RAW_PC,
  LCM_RAW_LI,
  LCM_RAW_IP,
  LCM_RAW_SL,
  LCM_RAW_CL,
  LCM_RAW_RC,
  LCM_RAW_BRAKING,
  LCM_RAW_WASTED,
  LCM_RAW_SPECULATIVE,
  LCM_RAW_QUEUED,
  LCM_RAW_FIRST_USER
};

/* What became of the program: RUNNING also where it was killed, so a reader
 * asks whether `pid` lives; EXITED by exit() or by returning from main,
 * LEFT by _exit() and the like, CRASHED by signal `signal` */
enum { LCM_RAW_RUNNING = 1, LCM_RAW_EXITED, LCM_RAW_LEFT, LCM_RAW_CRASHED };

/* What makes the numbers doubtful.
 * DISK_FULL       the file could not grow: sites that were new afterwards are
 *                 charged to the sites around them; sums still hold
 * OVERSUBSCRIBED  more threads wanted to compute than there are processors p
 *                 (or than the process may use), or were in one team
 * SUM_OFF         the categories do not add up to p times the measured time
 * DENSE           events and samples themselves took more than 2 % of the time
 * NO_OMPT         an OpenMP library without tool interface is in the program
 * TIMELINE_FULL   intervals beyond the bound were dropped
 * DEEP            more constructs inside each other than are followed
 * FORKED          it made child processes by fork, which are not measured
 * MISMATCH        an end came without its beginning, or in another order
 * AT_ONCE         target constructs of gcc were done at once, or by one team */
enum {
  LCM_RAW_DISK_FULL = 1,
  LCM_RAW_OVERSUBSCRIBED = 2,
  LCM_RAW_SUM_OFF = 4,
  LCM_RAW_DENSE = 8,
  LCM_RAW_NO_OMPT = 16,
  LCM_RAW_TIMELINE_FULL = 32,
  LCM_RAW_DEEP = 64,
  LCM_RAW_FORKED = 128,
  LCM_RAW_MISMATCH = 256,
  LCM_RAW_AT_ONCE = 512
};

/* What interrupts threads for samples: nothing, a clock of the kernel's
 * performance events, timers of CPU time, which come with the kernel's tick. */
enum { LCM_RAW_BY_NOTHING, LCM_RAW_BY_CLOCK, LCM_RAW_BY_TIMER };

/* The header.
 * cores, allowed processors of the machine, and those it may run on
 * switches...    of the whole process, from the kernel
 * generation     odd while the file is being finished */
typedef struct lcm_raw_header {
  char magic[8];
  uint32_t version;
  uint32_t state;
  int32_t signal;
  int32_t status;
  uint32_t flags;
  uint32_t mode; /* 0 events, 1 sampling */
  int32_t pid;
  int32_t ppid;
  int32_t rank; /* rank, ranks: of MPI; -1 and 0 without */
  int32_t ranks;
  uint32_t p;
  /* whether `p` was asked for; else it is the most threads that were there to
   * compute or wait at one time */
  uint32_t p_given;
  uint32_t threads_peak; /* that number */
  uint32_t cores;
  uint32_t allowed;
  uint32_t n_categories;
  uint64_t start_ns;
  uint64_t start_real_ns;
  uint64_t end_ns;  /* when it ended; 0 while it runs: take `seen_ns` */
  uint64_t seen_ns; /* when something was last written */
  /* time between start and end in which measuring was on */
  uint64_t measured_ns;
  uint64_t clock_ns; /* resolution of the clock */
  double event_ns;   /* what an event costs, measured at the start */
  /* what a sample costs, measured at the start; 0: not known */
  double sample_cost_ns;
  uint64_t events; /* how many there were */
  /* of the sampling of CPU time (samples); 0: there is none */
  uint64_t interval_ns;
  uint64_t tick_ns;  /* of the sampling mode */
  uint64_t total_ns; /* at the end: the sum of all cells */
  /* at the end: what was missing to p x measured_ns; where it was rounding it
   * was added to the largest of the cells, else SUM_OFF is set */
  int64_t residual_ns;
  uint64_t switches_voluntary;
  uint64_t switches_forced;
  uint64_t migrations;
  uint64_t faults_minor;
  uint64_t faults_major;
  /* bit i: hardware counter i is there; 0: the machine has none */
  uint32_t counters;
  uint32_t counters_per_site;
  uint32_t sampled_by; /* what interrupts for it, a LCM_RAW_BY_... value */
  uint32_t reserved;
  uint64_t file_size;
  uint8_t affinity[128]; /* a bit for each of these */
  char governor[32];
  char omp_library[128];
  char host[64];
  char categories[LCM_RAW_CATEGORIES][LCM_RAW_NAME];
} lcm_raw_header;
