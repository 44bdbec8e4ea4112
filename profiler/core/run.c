/* SPDX-License-Identifier: MIT
 *
 * The begin and the end of measuring. */
#include "profiler/core/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "profiler/core/clock.h"
#include "profiler/core/counters.h"
#include "profiler/core/events.h"
#include "profiler/core/modules_internal.h"
#include "profiler/core/sample.h"
#include "profiler/core/sampler.h"
#include "profiler/core/usage.h"

/* Return the number that the environment has as "name", or "otherwise". */
static uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  char *end = NULL;
  if (!text || !*text)
    return otherwise;
  const unsigned long long value = strtoull(text, &end, 10);
  return *end ? otherwise : value;
}

/* Read the begin of the file "path" into "text", of "size" bytes; return how
 * many bytes there were. */
static size_t read_text(const char *path, char *text, size_t size) {
  const int fd = lcm_system_open(path);
  if (fd < 0)
    return 0;
  size_t n = 0;
  for (ssize_t got = 1; got > 0 && n<size; n += got> 0 ? (size_t)got : 0)
    got = lcm_system_read(fd, text + n, size - n);
  lcm_system_close(fd);
  return n;
}

/* Write the text "what", the "length" bytes at "text", into the file. */
static void put_text(lcm_profiled_run *run, uint32_t what, const char *text,
                     size_t length) {
  lcm_raw_text *record = lcm_store_room(&run->store, sizeof *record + length);
  if (!record)
    return;
  record->what = what;
  record->length = (uint32_t)length;
  memcpy(record->text, text, length);
  lcm_store_commit(record, LCM_RAW_TEXT);
}

/* Write "text", for the user, into the file. */
static void put_message(lcm_profiled_run *run, const char *text) {
  put_text(run, LCM_RAW_MESSAGE, text, strlen(text));
}

/* Write what the program is called with into the file. */
static void put_program(lcm_profiled_run *run) {
  static const size_t most = 65536;
  char path[4096];
  const ssize_t exe = readlink("/proc/self/exe", path, sizeof path);
  put_text(run, LCM_RAW_EXE, path, exe > 0 ? (size_t)exe : 0);
  if (getcwd(path, sizeof path))
    put_text(run, LCM_RAW_FOLDER, path, strlen(path));
  char *line = lcm_keep(most);
  const size_t n = line ? read_text("/proc/self/cmdline", line, most - 1) : 0;
  for (size_t at = 0; at < n; at += strlen(line + at) + 1)
    put_text(run, LCM_RAW_ARGUMENT, line + at, strlen(line + at));
}

/* Write what processor there is into the file. */
static void put_processor(lcm_profiled_run *run) {
  char text[4096];
  const size_t n = read_text("/proc/cpuinfo", text, sizeof text - 1);
  text[n] = 0;
  const char *name = strstr(text, "model name");
  const char *colon = name ? strchr(name, ':') : NULL;
  if (!colon)
    return;
  put_text(run, LCM_RAW_PROCESSOR, colon + 2, strcspn(colon + 2, "\n"));
}

/* Note the processors of the machine and which of them may be used. */
static void note_cores(lcm_raw_header *header) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  header->cores = cores > 0 ? (uint32_t)cores : 1;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    header->allowed = (uint32_t)CPU_COUNT(&set);
    memcpy(header->affinity, &set,
           sizeof set < sizeof header->affinity ? sizeof set
                                                : sizeof header->affinity);
  } else {
    header->allowed = header->cores;
  }
  const size_t n =
      read_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
                header->governor, sizeof header->governor - 1);
  header->governor[strcspn(header->governor, "\n")] = 0;
  if (!n)
    memcpy(header->governor, "unknown", 8);
}

/* Return the rank that the starter of MPI programs says, or -1. */
static int rank_of_environment(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                      "PMIX_RANK", "SLURM_PROCID"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv(names[i]))
      return (int)setting(names[i], 0);
  return -1;
}

/* Fill in the header. */
static void fill_header(lcm_profiled_run *run) {
  static const char *const categories[LCM_RAW_FIRST_USER] = {
#define LCM_RAW_CATEGORY(name, word) word,
#include "profiler/raw/categories.def"
#undef LCM_RAW_CATEGORY
  };
  lcm_raw_header *header = run->header;
  header->version = LCM_RAW_VERSION;
  header->state = LCM_RAW_RUNNING;
  header->pid = getpid();
  header->ppid = getppid();
  header->rank = rank_of_environment();
  header->mode = run->sampling;
  header->tick_ns = run->sampling ? run->tick_ns : 0;
  header->n_categories = LCM_RAW_FIRST_USER;
  for (size_t i = 0; i < LCM_RAW_FIRST_USER; i++)
    memcpy(header->categories[i], categories[i], strlen(categories[i]));
  note_cores(header);
  const uint64_t p = setting("LCM_PROFILE_P", 0);
  header->p_given = p > 0;
  run->p = p ? (uint32_t)p : 1;
  run->p_most = header->allowed;
  header->p = run->p;
  struct timespec now;
  clock_getres(CLOCK_MONOTONIC, &now);
  header->clock_ns = (uint64_t)now.tv_nsec;
  clock_gettime(CLOCK_REALTIME, &now);
  header->start_real_ns =
      (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  gethostname(header->host, sizeof header->host - 1);
  memcpy(header->magic, LCM_RAW_MAGIC, sizeof header->magic);
}

/* Give "probe", a thread that is none, what it takes to be charged. */
static bool make_probe(lcm_thread *probe) {
  probe->record = lcm_keep(sizeof *probe->record);
  probe->pages[0] = lcm_keep(LCM_SITE_PAGE * sizeof *probe->pages[0]);
  if (!probe->record || !probe->pages[0])
    return false;
  probe->pages[0][0] = lcm_keep(sizeof *probe->pages[0][0]);
  probe->role = LCM_RAW_OTHER_THREAD;
  probe->counter_leader = -1;
  return probe->pages[0][0] != NULL;
}

/* Return what an event costs in nanoseconds: the least of several tries with a
 * thread that is none. */
static double measure_event(lcm_profiled_run *run) {
  enum { TRIES = 30, PAIRS = 32 };
  static const lcm_enter enter = {.kind = LCM_RAW_HAND_LOOP};
  lcm_thread *probe = lcm_keep(sizeof *probe);
  if (!probe || !make_probe(probe))
    return 0;
  lcm_frame_enter_site(run, probe, &enter, 0, 0);
  uint64_t best = UINT64_MAX;
  for (int i = 0; i < TRIES; i++) {
    const uint64_t begin = lcm_real_now();
    for (int k = 0; k < PAIRS; k++) {
      lcm_lock(&probe->lock);
      const lcm_site site = {.kind = LCM_RAW_PROGRAM};
      lcm_frame_enter_site(run, probe, &enter, lcm_site_find(run, &site),
                           lcm_now());
      lcm_unlock(&probe->lock);
      lcm_lock(&probe->lock);
      lcm_frame_leave(run, probe, lcm_now(), UINT64_MAX, 0);
      lcm_unlock(&probe->lock);
    }
    const uint64_t took = lcm_real_now() - begin;
    best = took < best ? took : best;
  }
  return (double)best / (2 * PAIRS);
}

/* Create the file that the environment names; return whether that went well.
 * A rank on a node that has no such folder hands what it measures on. */
static bool create_file(lcm_profiled_run *run) {
  const char *path = getenv("LCM_PROFILE_FILE");
  path = path && *path ? path : "lcm.raw";
  int wrong = lcm_store_create(&run->store, path);
  if (wrong == ENOENT && rank_of_environment() >= 0)
    wrong = lcm_store_create_hidden(&run->store);
  if (wrong) {
    dprintf(2, "lcm: cannot create %s: %s; nothing is measured\n", path,
            strerror(wrong));
    return false;
  }
  run->header = run->store.header;
  return true;
}

/* Make the first thread of the program, the calling one, and the one that
 * stands for processors without. */
static bool make_first_threads(lcm_profiled_run *run) {
  lcm_thread *first = lcm_thread_new(run, LCM_RAW_MAIN, 0);
  run->vacant = lcm_thread_new(run, LCM_RAW_VACANT, 0);
  if (!first || !run->vacant)
    return false;
  const lcm_enter program = {.kind = LCM_RAW_PROGRAM};
  run->start = 0;
  run->start = lcm_now();
  run->header->start_ns = run->start;
  run->measured_base = lcm_clock(run, LCM_RAW_AWAY, 0);
  first->record->start_ns = run->vacant->record->start_ns = 0;
  lcm_thread_begin(run, first);
  lcm_frame_enter_site(run, first, &program, 0, 0);
  return true;
}

/* Read whether to sample, and how often. */
static void read_mode(lcm_profiled_run *run) {
  const char *mode = getenv("LCM_PROFILE_MODE");
  run->sampling = mode && strncmp(mode, "sampling", 8) == 0;
  run->tick_ns = setting("LCM_PROFILE_INTERVAL_NS", 200000);
  if (run->tick_ns < 20000)
    run->tick_ns = 20000;
}

void lcm_run_start(void) {
  lcm_profiled_run *run = lcm_the_run();
  const char *off = getenv("LCM_PROFILE");
  if (atomic_load(&run->on) || (off && strcmp(off, "0") == 0))
    return;
  read_mode(run);
  run->timeline = (uint32_t)setting("LCM_PROFILE_TIMELINE", 4096);
  if (run->timeline > 8192)
    run->timeline = 8192;
  run->sample_ns = (uint32_t)setting("LCM_PROFILE_SAMPLE_NS", LCM_SAMPLE_AUTO);
  lcm_clocks_start(run);
  if (!create_file(run))
    return;
  fill_header(run);
  if (!lcm_sites_start(run))
    return;
  run->header->event_ns = measure_event(run);
  put_program(run);
  put_processor(run);
  lcm_modules_scan(run);
  lcm_counters_start(run);
  lcm_usage_start(run);
  lcm_sample_start(run);
  if (!make_first_threads(run))
    return;
  atomic_store(&run->on, 1);
  if (run->sampling && !lcm_sampler_start(run)) {
    run->sampling = run->header->mode = 0;
    put_message(run, "no thread could be started to sample: events are timed");
  }
}

/* Take the lock of every thread of "run" as far as that can be had, and return
 * when the last of them was charged. */
static uint64_t hold_all(lcm_profiled_run *run, uint64_t now) {
  const uint32_t n = atomic_load(&run->n_threads);
  for (uint32_t i = 0; i < n; i++) {
    lcm_lock_in_time(&run->threads[i]->lock);
    if (run->threads[i]->since > now)
      now = run->threads[i]->since;
  }
  return now;
}

/* What all cells have: the sum, the most that one has of a category, and
 * events. */
typedef struct lcm_sum {
  uint64_t ns;
  uint64_t *most;
  uint64_t events;
} lcm_sum;

/* Add what "cell" has to "sum". */
static void add_cell(lcm_sum *sum, lcm_raw_cell *cell) {
  for (size_t k = 0; k < LCM_RAW_CATEGORIES; k++) {
    sum->ns += cell->ns[k];
    if (!sum->most || cell->ns[k] > *sum->most)
      sum->most = &cell->ns[k];
  }
}

/* Charge all threads of "run" until "end"; return what they have. */
static lcm_sum charge_all(lcm_profiled_run *run, uint64_t end) {
  lcm_sum sum = {0};
  const uint32_t n = atomic_load(&run->n_threads);
  const uint32_t sites = atomic_load(&run->n_sites);
  for (uint32_t i = 0; i < n; i++) {
    lcm_thread *thread = run->threads[i];
    lcm_charge_here(run, thread, end);
    lcm_counters_read(run, thread);
    sum.events += thread->record->events;
    for (uint32_t site = 0; site < sites; site++) {
      lcm_raw_cell **page = thread->pages[site / LCM_SITE_PAGE];
      if (page && page[site % LCM_SITE_PAGE])
        add_cell(&sum, page[site % LCM_SITE_PAGE]);
    }
  }
  return sum;
}

/* Compare what all cells have with the time of all processors: the parts of a
 * nanosecond that are left over of the shares of threads are added to what is
 * most; what is more than one for each thread is flagged. */
static void check_sum(lcm_profiled_run *run, const lcm_sum *sum) {
  lcm_raw_header *header = run->header;
  const uint64_t all = header->p * header->measured_ns;
  const int64_t residual = (int64_t)(all - sum->ns);
  const int64_t rests = 2 + 2 * (int64_t)atomic_load(&run->n_threads);
  header->residual_ns = residual;
  header->total_ns = sum->ns;
  if (residual > rests || residual < -rests) {
    header->flags |= LCM_RAW_SUM_OFF;
  } else if (sum->most && (residual > 0 || *sum->most > (uint64_t)-residual)) {
    *sum->most += (uint64_t)residual;
    header->total_ns = all;
  }
}

/* Return how many samples interrupted the threads of "run". */
static double interrupts_of(const lcm_profiled_run *run) {
  double sum = 0;
  const uint32_t n = atomic_load(&run->n_threads);
  for (uint32_t i = 0; i < n; i++)
    sum += (double)run->threads[i]->interrupts;
  return sum;
}

/* Set the flags that are known at the end. */
static void note_doubts(lcm_profiled_run *run) {
  lcm_raw_header *header = run->header;
  const double all = (double)header->p * (double)header->measured_ns;
  const double cost = header->event_ns * (double)header->events +
                      header->sample_cost_ns * interrupts_of(run);
  if (cost > 0.02 * all)
    header->flags |= LCM_RAW_DENSE;
  if (run->has_libgomp && !run->has_ompt)
    header->flags |= LCM_RAW_NO_OMPT;
  if ((double)run->busy_over > 0.01 * (double)header->measured_ns ||
      header->p > header->allowed)
    header->flags |= LCM_RAW_OVERSUBSCRIBED;
}

void lcm_run_finish(uint32_t state, int signal, int status) {
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load(&run->on) || run->header->pid != getpid() ||
      !atomic_exchange(&run->on, 0))
    return;
  lcm_lock_in_time(&run->sampling_lock);
  if (run->sampling && !signal)
    lcm_sampler_tick(run, lcm_real_now());
  uint64_t end = hold_all(run, lcm_now());
  lcm_lock_in_time(&run->lock);
  end = end > run->last ? end : run->last;
  lcm_vacancy(run, end);
  lcm_raw_header *header = run->header;
  const lcm_sum sum = charge_all(run, end);
  header->events = sum.events;
  header->measured_ns =
      (lcm_clock(run, LCM_RAW_AWAY, end) - run->measured_base) >>
      LCM_CLOCK_SHIFT;
  check_sum(run, &sum);
  header->end_ns = header->seen_ns = end;
  lcm_usage_finish(run, signal != 0);
  note_doubts(run);
  header->signal = signal;
  header->status = status;
  atomic_thread_fence(memory_order_release);
  header->state = state;
  run->vacant->record->state = LCM_RAW_GONE;
  const uint32_t n = atomic_load(&run->n_threads);
  for (uint32_t i = 0; i < n; i++)
    lcm_unlock(&run->threads[i]->lock);
  lcm_unlock(&run->lock);
  lcm_unlock(&run->sampling_lock);
}

void lcm_run_forget(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_exchange(&run->on, 0))
    return;
  lcm_set_self(NULL);
  if (run->store.fd >= 0)
    lcm_system_close(run->store.fd);
  run->store.fd = -1;
}

/* Forget what "thread" has got so far; its lock is held. */
static void reset_thread(lcm_profiled_run *run, lcm_thread *thread) {
  const uint32_t sites = atomic_load(&run->n_sites);
  for (uint32_t site = 0; site < sites; site++) {
    lcm_raw_cell **page = thread->pages[site / LCM_SITE_PAGE];
    lcm_raw_cell *cell = page ? page[site % LCM_SITE_PAGE] : NULL;
    if (!cell)
      continue;
    cell->visits = cell->iterations = cell->elapsed_ns = 0;
    memset(cell->ns, 0, sizeof cell->ns);
  }
  if (thread->times)
    memset(thread->times->ns, 0, sizeof thread->times->ns);
  if (thread->intervals)
    thread->intervals->n = 0;
  memset(thread->gap_ns, 0, sizeof thread->gap_ns);
  const uint64_t clock = lcm_clock(run, LCM_RAW_AWAY, run->last);
  for (uint32_t i = 0; i < thread->depth; i++)
    thread->frames[i].begin = clock;
  thread->speculation.n = 0;
  thread->held++;
  for (uint32_t i = 0; thread->samples && i < thread->samples->capacity; i++)
    thread->samples->at[i].count = 0;
  thread->held--;
}

void lcm_run_reset(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load(&run->on))
    return;
  const uint64_t now = hold_all(run, lcm_now());
  lcm_lock(&run->lock);
  lcm_vacancy(run, now);
  const uint32_t n = atomic_load(&run->n_threads);
  for (uint32_t i = 0; i < n; i++) {
    lcm_charge_here(run, run->threads[i], run->last);
    reset_thread(run, run->threads[i]);
  }
  memset(run->vacant_time, 0, LCM_MAX_SITES * sizeof *run->vacant_time);
  run->vacant_gap_ns = 0;
  run->busy_over = 0;
  run->measured_base = lcm_clock(run, LCM_RAW_AWAY, run->last);
  lcm_unlock(&run->lock);
  for (uint32_t i = 0; i < n; i++)
    lcm_unlock(&run->threads[i]->lock);
}

/* Change how often "run" was paused by "by". */
static void pause_by(lcm_profiled_run *run, uint32_t by) {
  lcm_lock(&run->lock);
  lcm_crowd(run);
  lcm_vacancy(run, lcm_now());
  run->paused += by;
  lcm_share_out(run);
  lcm_unlock(&run->lock);
}

void lcm_run_pause(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (atomic_load(&run->on))
    pause_by(run, 1);
}

void lcm_run_resume(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (atomic_load(&run->on) && run->paused)
    pause_by(run, -1u);
}

void lcm_run_found(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load(&run->on) || atomic_exchange(&run->found, 1))
    return;
  const uint32_t n = atomic_load(&run->n_threads);
  for (uint32_t i = 0; i < n; i++) {
    lcm_thread *thread = run->threads[i];
    if (thread == run->vacant || !lcm_hold(thread))
      continue;
    lcm_frame_recharge(run, thread, lcm_now());
    lcm_unlock(&thread->lock);
  }
}

/* Return the number of the category "name" in "header", or
 * LCM_RAW_CATEGORIES. */
static uint32_t find_category(const lcm_raw_header *header, const char *name) {
  for (uint32_t i = 0; i < header->n_categories; i++)
    if (strncmp(header->categories[i], name, LCM_RAW_NAME - 1) == 0)
      return i;
  return LCM_RAW_CATEGORIES;
}

uint32_t lcm_run_category(const char *name) {
  lcm_profiled_run *run = lcm_the_run();
  lcm_raw_header *header = run->header;
  if (!atomic_load(&run->on))
    return LCM_RAW_PC;
  lcm_lock(&run->lock);
  uint32_t category = find_category(header, name);
  if (category == LCM_RAW_CATEGORIES &&
      header->n_categories < LCM_RAW_CATEGORIES) {
    category = header->n_categories;
    strncpy(header->categories[category], name, LCM_RAW_NAME - 1);
    header->n_categories++;
  }
  lcm_unlock(&run->lock);
  return category < LCM_RAW_CATEGORIES ? category : LCM_RAW_PC;
}
