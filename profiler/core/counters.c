/* SPDX-License-Identifier: MIT
 *
 * Opens and reads hardware counters, which are performance events of the
 * kernel. */
#include "profiler/core/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "profiler/core/usage.h"

/* What is counted, in the order of the file. */
static const uint64_t events[LCM_RAW_COUNTERS] = {PERF_COUNT_HW_CPU_CYCLES,
                                                  PERF_COUNT_HW_INSTRUCTIONS,
                                                  PERF_COUNT_HW_CACHE_MISSES};

/* Open the counter "which" of the calling thread, in the group of "leader";
 * return its descriptor, or -1: errno says why. */
static int open_counter(size_t which, int leader) {
  struct perf_event_attr what = {.size = sizeof what,
                                 .type = PERF_TYPE_HARDWARE,
                                 .config = events[which],
                                 .exclude_kernel = 1,
                                 .exclude_hv = 1,
                                 .read_format = PERF_FORMAT_GROUP};
  return (int)syscall(SYS_perf_event_open, &what, 0, -1, leader,
                      PERF_FLAG_FD_CLOEXEC);
}

/* Say in the file that no counters are there, for "reason". */
static void say_none(lcm_profiled_run *run, int reason) {
  char text[200];
  const int n =
      snprintf(text, sizeof text,
               "hardware counters were asked for, but there are none here: %s",
               reason == ENOENT || reason == ENODEV || reason == EOPNOTSUPP
                   ? "the machine (or what it is simulated by) has none"
                   : strerror(reason));
  lcm_raw_text *record =
      n > 0 ? lcm_store_room(&run->store, sizeof *record + (size_t)n) : NULL;
  if (!record)
    return;
  record->what = LCM_RAW_MESSAGE;
  record->length = (uint32_t)n;
  memcpy(record->text, text, (size_t)n);
  lcm_store_commit(record, LCM_RAW_TEXT);
}

void lcm_counters_start(lcm_profiled_run *run) {
  const char *asked = getenv("LCM_PROFILE_COUNTERS");
  int leader = -1, reason = 0;
  for (size_t i = 0; i < LCM_RAW_COUNTERS; i++) {
    const int fd = open_counter(i, leader);
    if (fd < 0 && !reason)
      reason = errno;
    if (fd >= 0)
      run->header->counters |= 1u << i;
    if (leader < 0)
      leader = fd;
    else if (fd >= 0)
      lcm_system_close(fd);
  }
  if (leader >= 0)
    lcm_system_close(leader);
  run->header->counters_per_site =
      run->header->counters && asked && strcmp(asked, "site") == 0;
  if (!run->header->counters && asked && *asked && strcmp(asked, "0") != 0)
    say_none(run, reason);
}

void lcm_counters_begin(lcm_profiled_run *run, lcm_thread *thread) {
  thread->counter_leader = -1;
  for (size_t i = 0; i < LCM_RAW_COUNTERS; i++) {
    thread->counter_fds[i] = -1;
    thread->counted[i] = 0;
    if (!(run->header->counters & 1u << i))
      continue;
    thread->counter_fds[i] = open_counter(i, thread->counter_leader);
    if (thread->counter_leader < 0)
      thread->counter_leader = thread->counter_fds[i];
  }
}

void lcm_counters_read(lcm_profiled_run *run, lcm_thread *thread) {
  uint64_t values[1 + LCM_RAW_COUNTERS];
  if (!run->header->counters || thread->counter_leader < 0)
    return;
  const ssize_t got =
      lcm_system_read(thread->counter_leader, values, sizeof values);
  if (got < (ssize_t)sizeof *values)
    return;
  size_t next = 1;
  for (size_t i = 0; i < LCM_RAW_COUNTERS; i++) {
    if (thread->counter_fds[i] < 0 || next > values[0])
      continue;
    const uint64_t more = values[next] - thread->counted[i];
    thread->counted[i] = values[next++];
    thread->record->counters[i] += more;
    if (run->header->counters_per_site && thread->cell)
      thread->cell->counters[i] += more;
  }
}

void lcm_counters_end(lcm_profiled_run *run, lcm_thread *thread) {
  lcm_counters_read(run, thread);
  for (size_t i = 0; i < LCM_RAW_COUNTERS && run->header->counters; i++) {
    if (thread->counter_fds[i] >= 0)
      lcm_system_close(thread->counter_fds[i]);
    thread->counter_fds[i] = -1;
  }
  thread->counter_leader = -1;
}
