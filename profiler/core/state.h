/* SPDX-License-Identifier: MIT
 *
 * What the runtime knows of the run and of each thread.  Hooks into a program
 * are handed nothing of ours, so this is the one place with state of its own
 * (profiler/core/state.c): the run, and which thread the calling one is.
 *
 * Who takes both locks takes that of a thread first.  A thread's frames are
 * changed by itself, or, while it waits at the end of a team, by who ends the
 * team; always under its lock. */
#pragma once

#include <signal.h>

#include "profiler/core/store.h"
#include "profiler/core/types.h"

#define LCM_MAX_THREADS 4096
#define LCM_MAX_SITES 16384
#define LCM_MAX_DEPTH 192
#define LCM_SITE_PAGE 128

#define LCM_MAX_REAL 64

typedef struct lcm_thread_team lcm_thread_team;
typedef struct lcm_barriers lcm_barriers;
typedef void (*lcm_real_function)(void);

/* An open construct. */
typedef struct lcm_frame {
  /* of it; `gap_site` is the gap charged at present, or 0 where what the
   * construct does between others goes to itself */
  uint32_t site;
  uint32_t gap_site;
  uint32_t kind;
  uint32_t previous; /* the site inside it that was left last */
  /* state, category: what is done in it (PC may become BRAKING at once) */
  uint8_t state;
  uint8_t category;
  /* the category of the user that its computing is charged to, or 0 */
  uint8_t user;
  /* it goes on with what counts already: no visit, no elapsed time */
  bool quiet;
  /* number of the team's barrier that is waited at, from 0 */
  uint64_t barrier;
  const void *owner;     /* the OpenMP task it is part of, or NULL */
  lcm_thread_team *team; /* innermost around it, or NULL */
  /* when it was entered, in time that measuring was on */
  uint64_t begin;
} lcm_frame;

#define LCM_MAX_SPECULATION 128
#define LCM_MAX_NESTED 32

/* What a thread has computed that is not yet known to be useful: by
 * speculation, "depth" of them inside each other, the entries from "base"
 * on. */
typedef struct lcm_speculation {
  uint32_t depth;
  uint32_t n;
  uint32_t base[LCM_MAX_NESTED];
  struct {
    lcm_raw_cell *cell;
    uint64_t ns;
  } at[LCM_MAX_SPECULATION];
} lcm_speculation;

/* A thread.
 * counter...  hardware counters, and what they showed last
 * the rest    records in the file */
struct lcm_thread {
  _Atomic(uint32_t) lock;  /* around all but what the thread alone reads */
  _Atomic(uint32_t) state; /* of the innermost frame; read by others */
  /* whether the thread charges itself without the lock of the run; who makes
   * processors shared waits until it does not */
  _Atomic(uint32_t) moving;
  uint32_t id;
  uint32_t role;
  uint32_t depth;
  uint32_t lost_depth;
  uint32_t root_site; /* of the function it runs */
  uint32_t charged;   /* the category that time is charged to now */
  uint32_t site;
  /* the clock of `state` at the last charge, less the part of a nanosecond that
   * was left over; `since`: the time then */
  uint64_t mark;
  uint64_t since;
  uint64_t rest;      /* that part, while the thread is away */
  lcm_raw_cell *cell; /* where to; NULL: to be found */
  /* whether the innermost frame is in a gap, which has got `gap_ns` */
  bool in_gap;
  uint64_t gap_ns[LCM_RAW_CATEGORIES];
  lcm_raw_cell **pages[LCM_MAX_SITES / LCM_SITE_PAGE];
  lcm_raw_thread *record;
  lcm_raw_times *times;
  lcm_raw_intervals *intervals;
  uint32_t intervals_room;
  lcm_raw_samples *samples;
  uint32_t samples_used;
  volatile uint32_t samples_in_gap;
  volatile uint32_t held; /* CPU samples are not taken while it is not 0 */
  uint32_t samples_lost;
  volatile uint32_t interrupts; /* how many signals for samples it got */
  void *timer;
  bool has_timer;
  int clock_fd;
  int queue_fd;    /* says how long it waited for processors; 0: nothing does */
  uint64_t queued; /* what that said last */
  lcm_thread *next; /* the next member of its team, the next that is free */
  lcm_thread_team *team;
  uint64_t passed; /* barriers of `team` that it arrived at */
  /* categories of the user's around the present one */
  uint8_t users[LCM_MAX_NESTED];
  uint32_t n_users;
  lcm_speculation speculation;
  int counter_leader;
  int counter_fds[LCM_RAW_COUNTERS];
  uint64_t counted[LCM_RAW_COUNTERS];
  lcm_frame frames[LCM_MAX_DEPTH];
};

/* How fast a clock runs: "of" processors for "among" threads. */
typedef struct lcm_clock_share {
  uint64_t of;
  uint64_t among;
} lcm_clock_share;

/* The clocks that time is charged by.  They run with the time of the machine
 * while there is a processor for every thread that computes or waits; who has
 * to share is charged its share.  They stand still while measuring is off.
 * There is one for each of BUSY, WAITING and AWAY; the last is the time during
 * which measuring was on. */
typedef struct lcm_profile_clocks {
  _Atomic(uint32_t) sequence; /* odd while they are changed */
  /* when they had the values "base"; `share`: how fast they run */
  uint64_t at;
  uint64_t base[LCM_RAW_GONE];
  lcm_clock_share share[LCM_RAW_GONE];
  /* what could not be divided among those who shared so far: theirs together,
   * and given to who shares next */
  uint64_t over[LCM_RAW_GONE];
} lcm_profile_clocks;

/* The run. */
typedef struct lcm_profiled_run {
  /* whether anything is measured; set last, cleared first */
  _Atomic(uint32_t) on;
  _Atomic(uint32_t) lock; /* around what follows */
  /* whether `present` is above p: time is charged under `lock` then.  It is
   * set, and no thread is `moving`, before the time is read from which the
   * clocks run differently, and cleared after they do: who is `moving` and
   * finds it unset sees one pace */
  _Atomic(uint32_t) crowded;
  _Atomic(uint32_t) found; /* whether the solution was found */
  _Atomic(uint32_t) n_threads;
  _Atomic(uint32_t) n_sites;
  uint64_t start;
  lcm_profile_clocks clocks;
  lcm_raw_header *header;
  lcm_store store;
  uint32_t p;
  uint32_t p_most;
  uint32_t present;        /* threads that compute or wait */
  uint32_t coming;         /* threads that were asked for and have not begun */
  uint32_t work;           /* open parallel constructs: teams and threads */
  uint32_t work_sites[64]; /* of the latest of these (as many as fit) */
  uint32_t serial_site;    /* what the first thread is at */
  /* the thread that stands for processors without one */
  lcm_thread *vacant;
  /* by site, how long vacancy was charged to it while there was work, and while
   * there was none */
  uint64_t (*vacant_time)[2];
  /* what the open gap of the first thread got of that */
  uint64_t vacant_gap_ns;
  uint64_t last;          /* until when vacancy is charged */
  uint64_t measured_base; /* when measuring began, by the clock of AWAY */
  /* how long more threads computed than there are processors */
  uint64_t busy_over;
  uint32_t busy_now; /* threads that compute, where `crowded` */
  uint32_t paused;   /* how often measuring was switched off, less on */
  uint32_t asked;    /* whether the program said when to measure */
  /* whether events only set flags, and a thread looks at these; `ticked`: when
   * it did so last, `states`: what it saw */
  uint32_t sampling;
  _Atomic(uint32_t) sampling_lock;
  uint64_t ticked;
  uint64_t tick_ns;
  int migrations_fd; /* counts moves from processor to processor, or -1 */
  uint8_t states[LCM_MAX_THREADS];
  uint32_t timeline;
  uint32_t sample_ns;
  bool has_clock;
  bool ticks; /* timers sample at every tick of the kernel */
  /* signals of the clock that was tried out at the start */
  volatile sig_atomic_t trials;
  unsigned char *keep_at; /* keep_at, keep_left: memory for lcm_keep */
  size_t keep_left;
  /* sites by what they are (profiler/core/sites.c); `sites`: by id */
  struct lcm_site_key *site_table;
  const lcm_raw_site **sites;
  /* threads, n_threads: all; `free`: those that ended, by role */
  lcm_thread *threads[LCM_MAX_THREADS];
  lcm_thread *free[LCM_RAW_OTHER_THREAD + 1];
  /* free_teams, free_starts: what is no longer used */
  lcm_thread_team *free_teams;
  _Atomic(uint32_t) n_modules;
  /* what is loaded; has_libgomp, has_ompt: whether an OpenMP library without,
   * with a tool interface is among it */
  struct lcm_module_range *modules;
  bool has_libgomp;
  bool has_ompt;
  struct lcm_start *free_starts;
  lcm_barriers *barriers; /* those of POSIX */
  /* what our functions stand in for */
  _Atomic(lcm_real_function) real[LCM_MAX_REAL];
} lcm_profiled_run;

/* Return the run. */
lcm_profiled_run *lcm_the_run(void);

/* Return what the calling thread is known as, or NULL. */
lcm_thread *lcm_known_self(void);

/* Make the calling thread known as "thread". */
void lcm_set_self(lcm_thread *thread);

/* Wait for "lock" and take it; give it back. */
void lcm_lock(_Atomic(uint32_t) *lock);
void lcm_unlock(_Atomic(uint32_t) *lock);

/* Take "lock" unless somebody keeps it for a quarter of a second (who may be
 * the interrupted caller itself); return whether it was taken. */
bool lcm_lock_in_time(_Atomic(uint32_t) *lock);

/* Return "size" zeroed bytes that are never freed, or NULL.  The lock of the
 * run is held. */
void *lcm_keep(size_t size);
