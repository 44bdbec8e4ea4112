/* Units analysed in processes of their own, with limits. */
#include "analyzer/units/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analyzer/clang/clang.h"
#include "analyzer/units/record.h"
#include "analyzer/units/unit.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/heap.h"
#include "sandbox/sandbox.h"

/* Limits of a worker unless the options say others. */
enum {
  DEFAULT_SECONDS = 120,
  MEMORY_BITS = 33,
  STACK_BITS = 30,
  MAX_JOBS = 256
};

/* What the exit status of a worker says besides success. */
enum { NO_MEMORY = 3 };

/* The number of the pipe of a worker; the system call that closes others. */
enum { FIRST = STDERR_FILENO + 1, CLOSE_RANGE = 436 };

/* So many bytes a worker may say. */
static const size_t MOST_BYTES = (size_t)2 << 30;

/* Sanitizers map far more memory than they use. */
#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* A worker at work. */
struct worker {
  pid_t pid;
  size_t unit;     /* index of what it analyses */
  int from;        /* where its result comes from */
  double deadline; /* when it is given up */
  bool late;       /* it was */
  lcm_buf result;
};

/* All workers. */
struct crew {
  lcm_ctx *ctx;
  struct lcm_cache *cache; /* where results may be known from; NULL: nowhere */
  const struct lcm_analyze_options *options;
  const struct lcm_unit_input *inputs;
  struct lcm_unit *units;
  size_t n;
  size_t left;              /* index of the first unit that nobody has begun */
  struct lcm_progress told; /* how far the analysis is */
  struct worker workers[MAX_JOBS];
  size_t n_workers;
};

/* What a worker does, with the options of the parent's context, and where its
 * result goes. */
struct task {
  const struct lcm_unit_input *input;
  const struct lcm_analyze_options *options;
  const struct lcm_options *ctx_options;
  int to;
  char *result;
  size_t len;
};

/* Analyse and pack. */
static lcm_status work(lcm_ctx *ctx, void *user) {
  struct task *task = user;
  struct lcm_unit unit = {.file = task->input->file};
  if (lcm_unit_analyze(&unit, ctx, task->input, task->options) &&
      !task->input->text)
    unit.failed = true;
  task->result = lcm_unit_pack(&task->len, &unit, ctx);
  return task->result ? LCM_OK : LCM_ENOMEM;
}

/* Set the soft and hard limit of "resource". */
static void limit(int resource, rlim_t soft, rlim_t hard) {
  const struct rlimit limits = {soft, hard};
  (void)setrlimit((__rlimit_resource_t)resource, &limits);
}

/* Leave this process the file "to" alone, as number FIRST; return that. */
static int keep_alone(int to) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  if (!SANITIZED)
    dup2(nothing, STDERR_FILENO);
  if (to != FIRST && dup3(to, FIRST, O_CLOEXEC) < 0)
    return to;
  (void)syscall(CLOSE_RANGE, FIRST + 1, UINT_MAX, 0);
  return FIRST;
}

/* Limit what this process may use. */
static void restrain(const struct lcm_analyze_options *options) {
  const rlim_t seconds = options->seconds ? options->seconds : DEFAULT_SECONDS;
  const rlim_t memory =
      options->memory ? (rlim_t)options->memory : (rlim_t)1 << MEMORY_BITS;
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, seconds, seconds + 5);
  signal(SIGPIPE, SIG_DFL);
  setenv("LIBCLANG_NOTHREADS", "1", 1);
  setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
  setenv("CCACHE_DISABLE", "1", 1);
  if (SANITIZED)
    return;
  limit(RLIMIT_AS, memory, memory);
}

/* Send the "len" bytes at "text"; false where nobody listens. */
static bool deliver(int to, const char *text, size_t len) {
  while (len) {
    const ssize_t n = write(to, text, len);
    if (n < 0 && errno != EINTR)
      return false;
    text += n > 0 ? n : 0;
    len -= n > 0 ? (size_t)n : 0;
  }
  return true;
}

/* Do the task "user" in a context of its own and end the process. */
static void *labour(void *user) {
  struct task *task = user;
  lcm_ctx *ctx = lcm_ctx_new(task->ctx_options);
  if (!ctx || lcm_ctx_guard(ctx, work, task))
    _exit(NO_MEMORY);
  _exit(deliver(task->to, task->result, task->len) ? 0 : 1);
}

/* Let this process read what the unit of the task "user" may read, run
 * compilers, and do little else. */
static lcm_status confine(lcm_ctx *ctx, void *user) {
  const struct task *task = user;
  lcm_allowed_list places = {0};
  lcm_tu_places(&places, ctx, task->input);
  lcm_places_add_path(&places, ctx);
  for (size_t i = 0; i < task->options->n_sidecars; i++)
    lcm_places_add_file(&places, ctx, task->options->sidecars[i]);
  lcm_confine(&places);
  return LCM_OK;
}

void lcm_worker_become(lcm_ctx *ctx, const struct lcm_unit_input *input,
                       const struct lcm_analyze_options *options) {
  struct task task = {.input = input, .options = options};
  restrain(options);
  signal(SIGXFSZ, SIG_IGN);
  (void)confine(ctx, &task);
}

/* Be the worker for "task", on a large stack; never returns. */
static LCM_NORETURN void be_worker(struct task *task) {
  pthread_attr_t attributes;
  pthread_t thread;
  restrain(task->options);
  lcm_heap_prepare();
  task->to = keep_alone(task->to);
  lcm_ctx *ctx = lcm_ctx_new(task->ctx_options);
  if (!ctx || lcm_ctx_guard(ctx, confine, task))
    _exit(NO_MEMORY);
  lcm_ctx_free(ctx);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)1 << STACK_BITS);
  if (!pthread_create(&thread, &attributes, labour, task))
    pthread_join(thread, NULL);
  labour(task);
  _exit(NO_MEMORY);
}

/* Report that the system refused to "what"; returns LCM_EIO. */
static lcm_status refuse(lcm_ctx *ctx, const char *what) {
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0}, "cannot %s: %s", what,
             strerror(errno));
  return LCM_EIO;
}

/* Start a worker for the next unit. */
static lcm_status start(struct crew *crew) {
  int fds[2];
  struct task task = {.input = &crew->inputs[crew->left],
                      .options = crew->options,
                      .ctx_options = lcm_ctx_options(crew->ctx)};
  if (pipe2(fds, O_CLOEXEC))
    return refuse(crew->ctx, "make a pipe");
  const pid_t self = getpid();
  const pid_t pid = fork();
  if (!pid) {
    lcm_child_follow(self);
    close(fds[0]);
    task.to = fds[1];
    be_worker(&task);
  }
  close(fds[1]);
  if (pid < 0) {
    close(fds[0]);
    return refuse(crew->ctx, "start a worker");
  }
  const unsigned seconds =
      crew->options->seconds ? crew->options->seconds : DEFAULT_SECONDS;
  crew->workers[crew->n_workers++] =
      (struct worker){.pid = pid,
                      .unit = crew->left++,
                      .from = fds[0],
                      .deadline = lcm_clock_now() + 5.0 * seconds + 10};
  return LCM_OK;
}

/* Report how "worker" died, by the "state" that waitpid gave. */
static void report_death(struct crew *crew, const struct worker *worker,
                         int state) {
  const char *file = lcm_intern(crew->ctx, crew->inputs[worker->unit].file);
  const lcm_loc at = {.file = file};
  const int signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
  if (worker->late || signal == SIGXCPU || signal == SIGKILL)
    lcm_report(crew->ctx, LCM_DIAG_WORKER, at,
               "its analysis was stopped: it takes too much time or memory");
  else if (signal)
    lcm_report(crew->ctx, LCM_DIAG_WORKER, at,
               "its analysis crashed (signal %d, %s)", signal,
               strsignal(signal));
  else if (WEXITSTATUS(state) == NO_MEMORY)
    lcm_report(crew->ctx, LCM_DIAG_WORKER, at,
               "its analysis ran out of memory");
  else
    lcm_report(crew->ctx, LCM_DIAG_WORKER, at,
               "its analysis ended without a result (status %d)",
               WEXITSTATUS(state));
}

/* Say that unit "i" is done. */
static void tell(struct crew *crew, size_t i, bool cached) {
  crew->told.done++;
  crew->told.cached += cached;
  crew->told.file = crew->inputs[i].file;
  if (crew->options->progress)
    crew->options->progress(crew->options->user, &crew->told);
}

/* Take the result of "worker", which has closed its pipe. */
static void finish(struct crew *crew, struct worker *worker) {
  struct lcm_unit *unit = &crew->units[worker->unit];
  int state = 0;
  close(worker->from);
  while (waitpid(worker->pid, &state, 0) < 0 && errno == EINTR)
    ;
  const bool whole = WIFEXITED(state) && !WEXITSTATUS(state) &&
                     !worker->result.failed && worker->result.text;
  if (!whole || lcm_unit_unpack(unit, crew->ctx, worker->result.text,
                                worker->result.len)) {
    unit->failed = true;
    report_death(crew, worker, state);
  }
  if (crew->cache)
    lcm_cache_keep(crew->cache, unit, &crew->inputs[worker->unit], worker->unit,
                   worker->result.text, worker->result.len);
  tell(crew, worker->unit, false);
  lcm_buf_free(&worker->result);
}

/* Read what "worker" has sent; false at the end. */
static bool receive(struct worker *worker) {
  char chunk[1 << 16];
  const ssize_t n = read(worker->from, chunk, sizeof chunk);
  if (n > 0)
    lcm_buf_add(&worker->result, chunk, (size_t)n);
  if (worker->result.len > MOST_BYTES)
    worker->result.failed = true;
  if (worker->result.failed)
    kill(worker->pid, SIGKILL);
  return n > 0 || (n < 0 && errno == EINTR);
}

/* Stop the workers that take too long. */
static void stop_late(struct crew *crew) {
  const double time = lcm_clock_now();
  for (size_t i = 0; i < crew->n_workers; i++)
    if (time > crew->workers[i].deadline && !crew->workers[i].late) {
      crew->workers[i].late = true;
      kill(crew->workers[i].pid, SIGKILL);
    }
}

/* Wait for news of the workers and take them in. */
static void attend(struct crew *crew) {
  struct pollfd fds[MAX_JOBS];
  const size_t n = crew->n_workers;
  for (size_t i = 0; i < n; i++)
    fds[i] = (struct pollfd){crew->workers[i].from, POLLIN, 0};
  if (poll(fds, n, 1000) < 0)
    return;
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    struct worker *worker = &crew->workers[i];
    if (!fds[i].revents || receive(worker))
      crew->workers[kept++] = *worker;
    else
      finish(crew, worker);
  }
  crew->n_workers = kept;
  stop_late(crew);
}

/* Stop all workers. */
static void dismiss(struct crew *crew) {
  for (size_t i = 0; i < crew->n_workers; i++) {
    kill(crew->workers[i].pid, SIGKILL);
    close(crew->workers[i].from);
    while (waitpid(crew->workers[i].pid, NULL, 0) < 0 && errno == EINTR)
      ;
    lcm_buf_free(&crew->workers[i].result);
  }
  crew->n_workers = 0;
}

/* Return how many workers are to run at a time. */
static size_t jobs_of(const struct lcm_analyze_options *options) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const size_t jobs = options->jobs    ? options->jobs
                      : processors > 0 ? (size_t)processors
                                       : 1;
  return jobs < MAX_JOBS ? jobs : MAX_JOBS;
}

/* Take the next unit from the cache, or start a worker for it. */
static lcm_status begin(struct crew *crew) {
  const size_t i = crew->left;
  if (!crew->cache ||
      !lcm_cache_find(crew->cache, &crew->units[i], &crew->inputs[i], i)) {
    const lcm_status status = lcm_libclang_load(crew->ctx);
    return status ? status : start(crew);
  }
  crew->left++;
  tell(crew, i, true);
  return LCM_OK;
}

lcm_status lcm_workers_run(struct lcm_unit *units, lcm_ctx *ctx,
                           const struct lcm_unit_input *inputs, size_t n,
                           const struct lcm_analyze_options *options,
                           struct lcm_cache *cache) {
  const size_t jobs = jobs_of(options);
  struct crew *crew = LCM_NEW(lcm_ctx_arena(ctx), struct crew);
  crew->ctx = ctx;
  crew->options = options;
  crew->inputs = inputs;
  crew->units = units;
  crew->n = n;
  crew->told.n = n;
  crew->cache = cache;
  lcm_status status = LCM_OK;
  while (!status && (crew->left < n || crew->n_workers)) {
    while (!status && crew->left < n && crew->n_workers < jobs)
      status = begin(crew);
    if (!status && crew->n_workers)
      attend(crew);
  }
  dismiss(crew);
  return status;
}
