/* SPDX-License-Identifier: MIT
 *
 * What the kernel counts: context switches, migrations, page faults, CPU
 * time. */
#pragma once

#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "profiler/core/state.h"

/* Begin to count what is only counted if one asks: migrations. */
void lcm_usage_start(lcm_profiled_run *run);

/* Begin, end to follow how long the calling thread, "thread", waits for
 * processors. */
void lcm_queue_begin(lcm_thread *thread);
void lcm_queue_end(lcm_thread *thread);

/* Return how many nanoseconds "thread" waited for a processor from the last
 * call until "now"; 0 where that is less than half a millisecond, or so little
 * time has "passed" that it is not looked up.  What may lie behind "now" is
 * left for the next call. */
uint64_t lcm_queue_since(lcm_thread *thread, uint64_t passed, uint64_t now);

/* Add what was counted for the calling thread, which ends, to "record". */
void lcm_usage_add(lcm_raw_thread *record);

/* Fill in what was counted for the process and, unless "crashed", for its
 * threads that still are there. */
void lcm_usage_finish(lcm_profiled_run *run, bool crashed);

/* Calls of the system that are no places where a thread may be cancelled, as
 * those of the C library with these names are: it would end with locks of the
 * runtime held. */

/* Open the file "path" to read it; return its descriptor, negative where that
 * fails. */
static inline int lcm_system_open(const char *path) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
}

/* Read "size" bytes of "fd" into "to"; return how many there were, negative
 * where that fails. */
static inline ssize_t lcm_system_read(int fd, void *to, size_t size) {
  return (ssize_t)syscall(SYS_read, fd, to, size);
}

/* As lcm_system_read, from the beginning of the file. */
static inline ssize_t lcm_system_reread(int fd, void *to, size_t size) {
  return (ssize_t)syscall(SYS_pread64, fd, to, size, (off_t)0);
}

/* Close "fd". */
static inline void lcm_system_close(int fd) { (void)syscall(SYS_close, fd); }
