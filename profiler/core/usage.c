/* SPDX-License-Identifier: MIT
 *
 * Reads what the kernel counts: switches, faults, migrations, CPU time. */
#include "profiler/core/usage.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "profiler/core/clock.h"

void lcm_usage_start(lcm_profiled_run *run) {
  struct perf_event_attr what = {.size = sizeof what,
                                 .type = PERF_TYPE_SOFTWARE,
                                 .config = PERF_COUNT_SW_CPU_MIGRATIONS,
                                 .inherit = 1};
  run->migrations_fd =
      (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Return the nanoseconds that the clock "id" shows, 0 where it is none. */
static uint64_t read_clock(clockid_t id) {
  struct timespec time;
  if (clock_gettime(id, &time) != 0)
    return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void lcm_queue_begin(lcm_thread *thread) {
  thread->queue_fd = 0;
  const int low = lcm_system_open("/proc/thread-self/schedstat");
  if (low < 0)
    return;
  const int high = fcntl(low, F_DUPFD_CLOEXEC, 800);
  lcm_system_close(low);
  thread->queue_fd = high < 0 ? 0 : high;
  thread->queued = 0;
  (void)lcm_queue_since(thread, UINT64_MAX, lcm_now());
}

void lcm_queue_end(lcm_thread *thread) {
  if (thread->queue_fd)
    lcm_system_close(thread->queue_fd);
  thread->queue_fd = 0;
}

uint64_t lcm_queue_since(lcm_thread *thread, uint64_t passed, uint64_t now) {
  enum { SHORT = 100000, LITTLE = 500000 };
  char text[128];
  if (!thread->queue_fd || passed < SHORT)
    return 0;
  const ssize_t got =
      lcm_system_reread(thread->queue_fd, text, sizeof text - 1);
  if (got <= 0)
    return 0;
  text[got] = 0;
  const char *second = strchr(text, ' ');
  const uint64_t all = second ? strtoull(second, NULL, 10) : 0;
  const uint64_t more = all > thread->queued ? all - thread->queued : 0;
  const uint64_t read = lcm_now();
  const uint64_t behind = read > now + SHORT ? read - now : 0;
  const uint64_t later = behind < more ? behind : more;
  thread->queued = all - later;
  return more - later < LITTLE ? 0 : more - later;
}

void lcm_usage_add(lcm_raw_thread *record) {
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) == 0) {
    record->switches_voluntary += (uint64_t)usage.ru_nvcsw;
    record->switches_forced += (uint64_t)usage.ru_nivcsw;
    record->faults_minor += (uint64_t)usage.ru_minflt;
    record->faults_major += (uint64_t)usage.ru_majflt;
  }
  record->cpu_ns += read_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* Return the number behind "name" in "text", 0 where it is not there. */
static uint64_t number_of(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? strtoull(found + strlen(name), NULL, 10) : 0;
}

/* Return the clock of the CPU time of the thread "tid" of this process. */
static clockid_t cpu_clock(int32_t tid) {
  return (clockid_t)((~(unsigned)tid << 3) | 6u);
}

/* Add what was counted for the thread of "record", which still is there. */
static void add_living(lcm_raw_thread *record) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", record->tid);
  const int fd = lcm_system_open(path);
  if (fd < 0)
    return;
  const ssize_t got = lcm_system_read(fd, text, sizeof text - 1);
  lcm_system_close(fd);
  text[got > 0 ? got : 0] = 0;
  record->switches_voluntary += number_of(text, "\nvoluntary_ctxt_switches:");
  record->switches_forced += number_of(text, "nonvoluntary_ctxt_switches:");
  record->cpu_ns += read_clock(cpu_clock(record->tid));
}

void lcm_usage_finish(lcm_profiled_run *run, bool crashed) {
  lcm_raw_header *header = run->header;
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    header->switches_voluntary = (uint64_t)usage.ru_nvcsw;
    header->switches_forced = (uint64_t)usage.ru_nivcsw;
    header->faults_minor = (uint64_t)usage.ru_minflt;
    header->faults_major = (uint64_t)usage.ru_majflt;
  }
  uint64_t migrations = 0;
  if (run->migrations_fd >= 0 &&
      lcm_system_read(run->migrations_fd, &migrations, sizeof migrations) ==
          (ssize_t)sizeof migrations)
    header->migrations = migrations;
  const uint32_t n = crashed ? 0 : atomic_load(&run->n_threads);
  for (uint32_t i = 0; i < n; i++)
    if (run->threads[i] != run->vacant &&
        atomic_load(&run->threads[i]->state) != LCM_RAW_GONE)
      add_living(run->threads[i]->record);
}
