/* SPDX-License-Identifier: MIT
 *
 * Standing in for calls that a signal ends, whatever the handler says
 * (SA_RESTART does nothing for them): they go on where the signal was that of a
 * sample, of which the program must not know. */
#include "profiler/wrap/wrap.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "profiler/core/core.h"

/* Return how many samples have interrupted the calling thread. */
static uint32_t interrupts(void) {
  const lcm_thread *thread = lcm_known_self();
  return thread ? thread->interrupts : 0;
}

/* Return whether a call that failed with "error" was interrupted by a sample,
 * there having been "before" of these. */
static bool is_ours(int error, uint32_t before) {
  return error == EINTR && interrupts() != before;
}

/* Return the time in nanoseconds. */
static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Return "ns" nanoseconds, not less than 0, as a time. */
static struct timespec time_of(int64_t ns) {
  ns = ns > 0 ? ns : 0;
  return (struct timespec){ns / 1000000000, ns % 1000000000};
}

/* Return when "time" (NULL: never) from now is, in nanoseconds; -1 for never
 * and for what is no time. */
static int64_t end_of(const struct timespec *time) {
  return !time || time->tv_sec < 0 || time->tv_nsec < 0
             ? -1
             : now_ns() + (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* Return how many milliseconds are left until "end" (-1: for ever). */
static int left_ms(int64_t end) {
  const int64_t ns = end < 0 ? -1 : end - now_ns();
  return end < 0 ? -1 : ns > 0 ? (int)((ns + 999999) / 1000000) : 0;
}

#pragma GCC visibility push(default)

/* Sleep for, or until, "time". */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                    struct timespec *left) {
  struct timespec rest = {0};
  struct timespec wanted;
  for (;;) {
    const uint32_t before = interrupts();
    const int status = LCM_REAL(clock_nanosleep)(clock, flags, time, &rest);
    if (!is_ours(status, before)) {
      if (status == EINTR && left && !(flags & TIMER_ABSTIME))
        *left = rest;
      return status;
    }
    if (!(flags & TIMER_ABSTIME)) {
      wanted = rest;
      time = &wanted;
    }
  }
}

/* Sleep for "time". */
int nanosleep(const struct timespec *time, struct timespec *left) {
  const int status = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
  if (status)
    errno = status;
  return status ? -1 : 0;
}

/* Sleep for "us" microseconds. */
int usleep(useconds_t us) {
  const struct timespec time = time_of((int64_t)us * 1000);
  return nanosleep(&time, NULL);
}

/* Sleep for "seconds"; return what is left of them. */
unsigned sleep(unsigned seconds) {
  const struct timespec time = {.tv_sec = seconds};
  struct timespec left = {0};
  const int before = errno;
  if (nanosleep(&time, &left) == 0) {
    errno = before;
    return 0;
  }
  return (unsigned)left.tv_sec + (left.tv_nsec >= 500000000);
}

/* Sleep for "time", as C11 has it. */
int thrd_sleep(const struct timespec *time, struct timespec *left) {
  const int status = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
  return status == 0 ? 0 : status == EINTR ? -1 : -2;
}

/* Wait for one of "all" for "timeout" milliseconds. */
int poll(struct pollfd *all, nfds_t n, int timeout) {
  const int64_t end = timeout < 0 ? -1 : now_ns() + (int64_t)timeout * 1000000;
  for (;;) {
    const uint32_t before = interrupts();
    const int found = LCM_REAL(poll)(all, n, timeout);
    if (found >= 0 || !is_ours(errno, before))
      return found;
    timeout = left_ms(end);
  }
}

/* Wait for one of "all". */
int ppoll(struct pollfd *all, nfds_t n, const struct timespec *timeout,
          const sigset_t *mask) {
  const int64_t end = end_of(timeout);
  struct timespec left;
  for (;;) {
    const uint32_t before = interrupts();
    const int found = LCM_REAL(ppoll)(all, n, timeout, mask);
    if (found >= 0 || !is_ours(errno, before))
      return found;
    left = time_of(end - now_ns());
    timeout = timeout ? &left : NULL;
  }
}

/* Wait for one of the sets; interrupted, the system leaves them as they are,
 * and what is left in "timeout". */
int select(int n, fd_set *in, fd_set *out, fd_set *odd,
           struct timeval *timeout) {
  for (;;) {
    const uint32_t before = interrupts();
    const int found = LCM_REAL(select)(n, in, out, odd, timeout);
    if (found >= 0 || !is_ours(errno, before))
      return found;
  }
}

/* Wait for one of the sets. */
int pselect(int n, fd_set *in, fd_set *out, fd_set *odd,
            const struct timespec *timeout, const sigset_t *mask) {
  const int64_t end = end_of(timeout);
  struct timespec left;
  for (;;) {
    const uint32_t before = interrupts();
    const int found = LCM_REAL(pselect)(n, in, out, odd, timeout, mask);
    if (found >= 0 || !is_ours(errno, before))
      return found;
    left = time_of(end - now_ns());
    timeout = timeout ? &left : NULL;
  }
}

/* Wait for events for "timeout" milliseconds. */
int epoll_wait(int fd, struct epoll_event *events, int most, int timeout) {
  return epoll_pwait(fd, events, most, timeout, NULL);
}

/* Wait for events for "timeout" milliseconds. */
int epoll_pwait(int fd, struct epoll_event *events, int most, int timeout,
                const sigset_t *mask) {
  const int64_t end = timeout < 0 ? -1 : now_ns() + (int64_t)timeout * 1000000;
  for (;;) {
    const uint32_t before = interrupts();
    const int found = LCM_REAL(epoll_pwait)(fd, events, most, timeout, mask);
    if (found >= 0 || !is_ours(errno, before))
      return found;
    timeout = left_ms(end);
  }
}

#pragma GCC visibility pop
