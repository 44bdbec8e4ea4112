/* SPDX-License-Identifier: MIT
 *
 * Samples of where threads spend CPU time: a clock of each thread's CPU time
 * interrupts it.  That of the kernel's performance events is exact to the
 * microsecond, but not everybody may have it; timers of CPU time are as exact
 * as the tick of the kernel. */
#include "profiler/core/sample.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "profiler/core/clock.h"
#include "profiler/core/events.h"
#include "profiler/core/modules_internal.h"
#include "profiler/core/usage.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* Distinct places that a block of samples has room for; a power of two. */
#define CAPACITY 2048u

/* Return the signal of timers: late among those for programs. */
static int sample_signal(void) { return SIGRTMAX - 3; }

/* The signal of clocks: one that is ignored where nobody handles it, for the
 * last may come when the process already executes another program, and for
 * which the kernel does not send another one where too many are waiting. */
enum { CLOCK_SIGNAL = SIGURG };

#if defined(__x86_64__)
/* Return where the code was that "context" interrupted. */
static uintptr_t interrupted_at(const ucontext_t *context) {
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
}
#elif defined(__aarch64__)
/* Return where the code was that "context" interrupted. */
static uintptr_t interrupted_at(const ucontext_t *context) {
  return (uintptr_t)context->uc_mcontext.pc;
}
#else
/* Return 0: where this machine keeps what is asked for is not known. */
static uintptr_t interrupted_at(const ucontext_t *context) {
  (void)context;
  return 0;
}
#endif

/* Give "thread" a fresh block of samples; false where there is no room. */
static bool make_block(lcm_profiled_run *run, lcm_thread *thread) {
  lcm_raw_samples *block = lcm_store_room(
      &run->store, sizeof *block + CAPACITY * sizeof(lcm_raw_sample));
  if (!block)
    return false;
  block->thread = thread->id;
  block->capacity = CAPACITY;
  lcm_store_commit(block, LCM_RAW_SAMPLES);
  thread->samples = block;
  thread->samples_used = 0;
  return true;
}

/* Give "thread" a fresh block where its own is nearly full, unless somebody
 * (perhaps the interrupted code) has the lock of "run". */
static bool has_room(lcm_profiled_run *run, lcm_thread *thread) {
  if (thread->samples && thread->samples_used < CAPACITY / 4 * 3)
    return true;
  if (atomic_exchange(&run->lock, 1))
    return false;
  const bool made = make_block(run, thread);
  lcm_unlock(&run->lock);
  return made;
}

/* Count "n" samples of "thread" at "sample". */
static void count_sample(lcm_thread *thread, const lcm_raw_sample *sample,
                         uint32_t n) {
  uint64_t slot =
      (sample->pc ^ sample->inner << 7 ^ sample->site) * 0x9e3779b97f4a7c15u >>
      32;
  for (;; slot++) {
    lcm_raw_sample *at = &thread->samples->at[slot & (CAPACITY - 1)];
    if (at->count && (at->pc != sample->pc || at->inner != sample->inner ||
                      at->site != sample->site))
      continue;
    if (!at->count) {
      thread->samples_used++;
      at->pc = sample->pc;
      at->inner = sample->inner;
      at->site = sample->site;
    }
    at->count += n;
    return;
  }
}

/* Return the innermost address of the program's own code among the callers of
 * what was interrupted, or 0. */
static uintptr_t user_caller(const lcm_profiled_run *run) {
  void *frames[48];
  const int n = backtrace(frames, 48);
  for (int i = 2; i < n; i++) {
    const lcm_module_range *range = lcm_module_at(run, (uintptr_t)frames[i]);
    if (range && range->user)
      return (uintptr_t)frames[i];
  }
  return 0;
}

/* Return for how many samples of "run" the signal "info" to "thread" stands; 0
 * for one that is not about it.  Of a timer that comes at every tick each is
 * one: to count what was due since the one before would leave out half of the
 * first tick. */
static uint32_t samples_of(const lcm_profiled_run *run, const siginfo_t *info,
                           const lcm_thread *thread) {
  if (!thread)
    return 0;
  if (info->si_code == SI_TIMER && info->si_value.sival_ptr == thread)
    return run->ticks ? 1u : 1u + (uint32_t)info->si_overrun;
  return info->si_code >= POLL_IN && info->si_code <= POLL_HUP &&
         thread->clock_fd && info->si_fd == thread->clock_fd;
}

/* Take a sample of the thread that "info" is about. */
static void on_sample(int number, siginfo_t *info, void *context) {
  (void)number;
  lcm_profiled_run *run = lcm_the_run();
  lcm_thread *thread = lcm_known_self();
  if (thread)
    thread->interrupts++;
  const uint32_t n = samples_of(run, info, thread);
  if (!n || !atomic_load(&run->on))
    return;
  run->header->seen_ns = lcm_now();
  if (thread->held || run->paused || !has_room(run, thread)) {
    thread->samples_lost += n;
    return;
  }
  if (atomic_load(&thread->state) != LCM_RAW_BUSY)
    return;
  const uintptr_t pc = interrupted_at(context);
  const lcm_module_range *range = lcm_module_at(run, pc);
  lcm_raw_sample sample = {.pc = pc, .site = thread->site};
  if (!range || !range->user) {
    const uintptr_t caller = user_caller(run);
    sample.pc = caller ? caller : pc;
    sample.inner = caller ? pc : 0;
  }
  count_sample(thread, &sample, n);
  thread->samples_in_gap += thread->in_gap;
}

/* Handle the signal of a sample: what was interrupted does not notice. */
static void on_signal(int number, siginfo_t *info, void *context) {
  const int error = errno;
  on_sample(number, info, context);
  errno = error;
}

/* Return the descriptor of a clock of the CPU time of the calling thread, in
 * the kernel as well, that comes to its end every "interval" ns, or -1. */
static int open_clock(uint32_t interval) {
  struct perf_event_attr what = {.size = sizeof what,
                                 .type = PERF_TYPE_SOFTWARE,
                                 .config = PERF_COUNT_SW_TASK_CLOCK,
                                 .sample_period = interval,
                                 .exclude_hv = 1,
                                 .wakeup_events = 1};
  return (int)syscall(SYS_perf_event_open, &what, 0, -1, -1,
                      PERF_FLAG_FD_CLOEXEC);
}

/* Return the descriptor of a clock of the calling thread that sends it a
 * signal every "interval" ns of its CPU time, or -1.  It is out of the way of
 * the descriptors of the program. */
static int start_clock(uint32_t interval) {
  const struct f_owner_ex owner = {F_OWNER_TID, (pid_t)syscall(SYS_gettid)};
  const int low = open_clock(interval);
  const int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, 800);
  const int fd = high < 0 ? low : high;
  if (high >= 0)
    lcm_system_close(low);
  if (fd < 0)
    return -1;
  if (fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK) < 0 ||
      fcntl(fd, F_SETSIG, CLOCK_SIGNAL) < 0 ||
      fcntl(fd, F_SETOWN_EX, &owner) < 0) {
    lcm_system_close(fd);
    return -1;
  }
  return fd;
}

/* Let a clock of the calling thread, "thread", send it signals; false where
 * there is none. */
static bool begin_clock(lcm_profiled_run *run, lcm_thread *thread) {
  const int fd = run->has_clock ? start_clock(run->sample_ns) : -1;
  if (fd < 0)
    return false;
  thread->clock_fd = fd;
  return true;
}

/* Handle signal "number" unless the program does; return whether. */
static bool handle(int number) {
  struct sigaction action = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  struct sigaction before;
  sigemptyset(&action.sa_mask);
  return sigaction(number, NULL, &before) == 0 &&
         before.sa_handler == SIG_DFL && sigaction(number, &action, NULL) == 0;
}

/* Do for a signal of the clock whose cost is measured what is dear in a sample,
 * and count it. */
static void on_trial(int number, siginfo_t *info, void *context) {
  (void)number, (void)info, (void)context;
  const int error = errno;
  lcm_profiled_run *run = lcm_the_run();
  user_caller(run);
  run->trials++;
  errno = error;
}

/* Return the middle one of the "n" durations at "at", and sort them; 0 where
 * there is none. */
static uint64_t middle_of(uint64_t *at, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && at[k] < at[k - 1]; k--) {
      const uint64_t less = at[k];
      at[k] = at[k - 1];
      at[k - 1] = less;
    }
  return n ? at[n / 2] : 0;
}

/* How many trials there are. */
enum { TRIALS = 15 };

/* Watch the time while a clock interrupts the calling thread, and return how
 * much of it is missing from one signal to the next in the middle, in
 * nanoseconds: the interrupt, the signal and what it does, and what the machine
 * (a virtual one above all) needs to set the clock again.  0 where no signals
 * came within 20 ms. */
static uint64_t watch_interrupts(const lcm_profiled_run *run) {
  enum { LONGEST = 20000000, READING = 500 };
  uint64_t took[TRIALS];
  uint64_t missing = 0;
  size_t n = 0;
  sig_atomic_t seen = run->trials;
  const uint64_t begin = lcm_real_now();
  uint64_t before = begin;
  while (n < TRIALS && before - begin < LONGEST) {
    const uint64_t now = lcm_real_now();
    if (now - before > READING)
      missing += now - before;
    before = now;
    if (run->trials == seen)
      continue;
    seen = run->trials;
    took[n++] = missing;
    missing = 0;
  }
  return middle_of(took, n);
}

/* Return how long a signal to the calling thread itself takes in the middle, in
 * nanoseconds, which is what one of a timer adds to the kernel's tick; 0 where
 * none comes. */
static uint64_t time_signals(const lcm_profiled_run *run) {
  uint64_t took[TRIALS];
  size_t n = 0;
  for (int i = 0; i < TRIALS; i++) {
    const sig_atomic_t before = run->trials;
    const uint64_t begin = lcm_real_now();
    raise(CLOCK_SIGNAL);
    if (run->trials != before)
      took[n++] = lcm_real_now() - begin;
  }
  return middle_of(took, n);
}

/* What a sample costs, in nanoseconds, by a clock of the kernel and by a timer;
 * 0 where that is not known.  Whether the kernel lends a clock that strikes. */
struct costs {
  uint64_t clock;
  uint64_t timer;
  bool lent;
};

/* Measure what samples of "run" cost. */
static struct costs measure_samples(const lcm_profiled_run *run) {
  const struct sigaction action = {.sa_sigaction = on_trial,
                                   .sa_flags = SA_SIGINFO | SA_RESTART};
  struct sigaction before;
  struct costs costs = {0, 0, false};
  if (sigaction(CLOCK_SIGNAL, &action, &before) != 0)
    return costs;
  costs.timer = time_signals(run);
  const int fd = start_clock(100000);
  if (fd >= 0) {
    costs.clock = watch_interrupts(run);
    costs.lent = costs.clock > 0;
    lcm_system_close(fd);
  }
  sigaction(CLOCK_SIGNAL, &before, NULL);
  return costs;
}

/* Return how long a tick of the kernel is, in nanoseconds. */
static uint64_t tick_of_kernel(void) {
  struct timespec tick = {0, 4000000};
  clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
  return (uint64_t)tick.tv_sec * 1000000000u + (uint64_t)tick.tv_nsec;
}

/* Choose how much CPU time, in nanoseconds, is to lie between samples of "run"
 * that cost "cost" each by a clock, "tick" being that of the kernel: as little
 * as is useful, but so much that they take no more than an eightieth of it,
 * even where all threads wait for the one that is interrupted.  Where that is
 * not much less than a tick, timers do as well, and cost nothing where threads
 * are often put to sleep. */
static void choose_interval(lcm_profiled_run *run, uint64_t cost,
                            uint64_t tick) {
  enum { STEP = 500000 };
  const lcm_raw_header *header = run->header;
  const uint64_t least =
      80 * cost * (header->p_given ? header->p : header->allowed);
  uint64_t interval = STEP;
  while (interval < least)
    interval += STEP;
  if (2 * interval > tick)
    run->has_clock = false;
  run->sample_ns = (uint32_t)(run->has_clock ? interval : tick);
}

/* Say in the header how "run" is sampled. */
static void note_sampling(lcm_profiled_run *run, const struct costs *costs) {
  lcm_raw_header *header = run->header;
  const bool clock = run->has_clock;
  header->interval_ns = run->sample_ns;
  header->sample_cost_ns = (double)(clock ? costs->clock : costs->timer);
  if (run->sample_ns)
    header->sampled_by = clock ? LCM_RAW_BY_CLOCK : LCM_RAW_BY_TIMER;
}

void lcm_sample_start(lcm_profiled_run *run) {
  if (!run->sample_ns)
    return;
  void *frames[2];
  backtrace(frames, 2);
  const uint64_t tick = tick_of_kernel();
  struct costs costs = {0, 0, false};
  if (handle(CLOCK_SIGNAL))
    costs = measure_samples(run);
  run->has_clock = costs.lent;
  if (run->sample_ns == LCM_SAMPLE_AUTO)
    choose_interval(run, costs.clock, tick);
  run->ticks = !run->has_clock && run->sample_ns <= tick;
  if (run->ticks)
    run->sample_ns = (uint32_t)tick;
  if (!handle(sample_signal()))
    run->sample_ns = 0;
  note_sampling(run, &costs);
}

void lcm_sample_begin(lcm_profiled_run *run, lcm_thread *thread) {
  if (!run->sample_ns || begin_clock(run, thread))
    return;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID,
                           .sigev_signo = sample_signal(),
                           .sigev_value = {.sival_ptr = thread}};
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  timer_t timer;
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0)
    return;
  const uint32_t period = run->ticks ? 1000 : run->sample_ns;
  const struct timespec every = {.tv_sec = period / 1000000000u,
                                 .tv_nsec = period % 1000000000u};
  const struct itimerspec spec = {every, every};
  timer_settime(timer, 0, &spec, NULL);
  thread->timer = timer;
  thread->has_timer = true;
}

void lcm_sample_end(lcm_profiled_run *run, lcm_thread *thread) {
  (void)run;
  if (thread->clock_fd)
    lcm_system_close(thread->clock_fd);
  thread->clock_fd = 0;
  if (thread->has_timer)
    timer_delete(thread->timer);
  thread->has_timer = false;
}
