/* SPDX-License-Identifier: MIT
 *
 * The raw file that a profiled program writes: what each processor did, by
 * place and category, kept up to date while the program runs, so that it can
 * be read whatever became of the program.
 *
 * The file is a header of LCM_RAW_HEADER_SIZE bytes, and records behind it.
 * It grows by chunks of LCM_RAW_CHUNK bytes; no record crosses the end of a
 * chunk; one of kind 0 is room that is not used, if it has a size, and where it
 * has none the rest of its chunk is empty.
 * Numbers are those of the machine that wrote it.  Times are nanoseconds of
 * CLOCK_MONOTONIC since `start_ns`, but for `start_ns` itself. */
#pragma once

#include <stdint.h>

#include "profiler/raw/header.h"

/* As many as the length beside it says; C++ has no such member. */
#ifdef __cplusplus
#define LCM_RAW_MANY 1
#else
#define LCM_RAW_MANY
#endif

/* Kinds of records. */
enum {
  LCM_RAW_NONE,
  LCM_RAW_TEXT,
  LCM_RAW_MODULE,
  LCM_RAW_SITE,
  LCM_RAW_THREAD,
  LCM_RAW_CELL,
  LCM_RAW_SAMPLES,
  LCM_RAW_INTERVALS,
  LCM_RAW_TIMES
};

/* What every record begins with; "size" has all of it and is a multiple of 16.
 * The kind is written last. */
typedef struct lcm_raw_record {
  uint32_t kind;
  uint32_t size;
} lcm_raw_record;

/* What a text says: the program's file, an argument of its command line (in
 * order), its folder, the processor, a message to the user. */
enum {
  LCM_RAW_EXE,
  LCM_RAW_ARGUMENT,
  LCM_RAW_FOLDER,
  LCM_RAW_PROCESSOR,
  LCM_RAW_MESSAGE
};

typedef struct lcm_raw_text {
  lcm_raw_record head;
  uint32_t what;
  uint32_t length;
  char text[LCM_RAW_MANY];
} lcm_raw_text;

/* A file that was loaded, at "base" up to "end": an address less "base" is
 * what addr2line wants of a shared library or position-independent program;
 * "fixed" ones (base 0) want the address itself.  "user": neither the
 * system's nor the OpenMP or MPI library's. */
typedef struct lcm_raw_module {
  lcm_raw_record head;
  uint64_t base;
  uint64_t start;
  uint64_t end;
  uint32_t user;
  uint32_t fixed;
  uint32_t id_length;
  uint8_t id[20];
  uint32_t path_length;
  char path[LCM_RAW_MANY];
} lcm_raw_module;

/* Kinds of sites: the constructs of a program. */
enum {
  LCM_RAW_PROGRAM,
  LCM_RAW_GAP,
  LCM_RAW_PARALLEL,
  LCM_RAW_LOOP,
  LCM_RAW_SECTIONS,
  LCM_RAW_SINGLE,
  LCM_RAW_WORKSHARE,
  LCM_RAW_DISTRIBUTE,
  LCM_RAW_TASKLOOP,
  LCM_RAW_MASKED,
  LCM_RAW_BARRIER,
  LCM_RAW_TASK,
  LCM_RAW_TASKWAIT,
  LCM_RAW_TASKGROUP,
  LCM_RAW_CRITICAL,
  LCM_RAW_ORDERED,
  LCM_RAW_LOCK,
  LCM_RAW_REDUCTION,
  LCM_RAW_THREAD_FUNCTION,
  LCM_RAW_JOIN,
  LCM_RAW_CONDITION,
  LCM_RAW_SEMAPHORE,
  LCM_RAW_TAG,
  LCM_RAW_HAND_LOOP,
  LCM_RAW_HAND_SECTIONS,
  LCM_RAW_HAND_SYNC,
  LCM_RAW_MESSAGE_CALL,
  LCM_RAW_COLLECTIVE,
  LCM_RAW_SITE_KINDS
};

/* A construct at a place, inside "parent".  "id" counts from 0, which is the
 * whole program. */
typedef struct lcm_raw_site {
  lcm_raw_record head;
  uint32_t id;
  uint32_t kind;
  uint32_t parent;
  /* previous, next: of a GAP, serial code inside "parent": the construct after
   * which it begins (0: the begin of "parent") and before which it ends (0: the
   * end of "parent", or nobody knows yet); else 0 */
  uint32_t previous;
  uint32_t next;
  uint32_t name_length;
  /* behind the call in the program that reaches it (take one less for
   * addr2line); of a THREAD_FUNCTION its function's; 0 unknown */
  uint64_t address;
  uint64_t tag; /* the number of a tag */
  char name[LCM_RAW_MANY];
} lcm_raw_site;

/* Roles of threads.  VACANT stands for processors that have no thread. */
enum {
  LCM_RAW_MAIN,
  LCM_RAW_VACANT,
  LCM_RAW_OMP_WORKER,
  LCM_RAW_THREAD_OF_USER,
  LCM_RAW_OTHER_THREAD
};

/* What a thread does: computes, waits, has no processor (not in a team, joins
 * others), ended. */
enum { LCM_RAW_BUSY, LCM_RAW_WAITING, LCM_RAW_AWAY, LCM_RAW_GONE };

/* A thread, and what it is at: since "since_ns" at site "site" as category
 * "category", which is in no cell yet.  Of VACANT that is so for as many
 * "processors" as were vacant; of others it is 1. */
typedef struct lcm_raw_thread {
  lcm_raw_record head;
  uint32_t id;
  uint32_t role;
  int32_t tid;
  uint32_t creator;
  uint32_t state;
  uint32_t site;
  uint32_t category;
  uint32_t processors;
  uint64_t start_ns;
  uint64_t end_ns;
  uint64_t since_ns;
  uint64_t events;
  uint64_t cpu_ns;
  uint64_t switches_voluntary;
  uint64_t switches_forced;
  uint64_t faults_minor;
  uint64_t faults_major;
  uint64_t counters[LCM_RAW_COUNTERS];
} lcm_raw_thread;

/* What a thread spent at a site, without what it spent at sites inside it. */
typedef struct lcm_raw_cell {
  lcm_raw_record head;
  uint32_t thread;
  uint32_t site;
  /* how often it began there (of gaps: how often they were left) */
  uint64_t visits;
  /* of a loop, over all visits, counted by one member of a team */
  uint64_t iterations;
  /* of what the encountering thread sees (regions, loops, tags): from begin to
   * end, with all inside it; of VACANT: how long it was the site that vacant
   * processors are charged to */
  uint64_t elapsed_ns;
  uint64_t ns[LCM_RAW_CATEGORIES]; /* by category */
  uint64_t counters[LCM_RAW_COUNTERS];
} lcm_raw_cell;

/* Samples of CPU time of a thread: at "pc" (in the first frame that is the
 * user's, exact where "inner" is 0, behind a call that leads to "inner" where
 * it is not) "count" intervals while at "site".  An entry with count 0 is
 * empty. */
typedef struct lcm_raw_sample {
  uint64_t pc;
  uint64_t inner;
  uint32_t site;
  uint32_t count;
} lcm_raw_sample;

typedef struct lcm_raw_samples {
  lcm_raw_record head;
  uint32_t thread;
  uint32_t capacity;
  lcm_raw_sample at[LCM_RAW_MANY];
} lcm_raw_samples;

/* The timeline of a thread: the first "n" of its intervals, in order. */
typedef struct lcm_raw_interval {
  uint64_t begin_ns;
  uint64_t end_ns;
  uint32_t site;
  uint32_t category;
} lcm_raw_interval;

typedef struct lcm_raw_intervals {
  lcm_raw_record head;
  uint32_t thread;
  uint32_t n;
  lcm_raw_interval at[LCM_RAW_MANY];
} lcm_raw_intervals;

/* Categories of a thread over time: slice i is [i 2^shift, (i + 1) 2^shift)
 * ns. */
typedef struct lcm_raw_times {
  lcm_raw_record head;
  uint32_t thread;
  uint32_t shift;
  uint64_t ns[LCM_RAW_SLICES][LCM_RAW_CATEGORIES];
} lcm_raw_times;
