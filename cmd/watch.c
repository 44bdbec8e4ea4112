/* Who watches what a command does: how far it is, whether it was interrupted,
 * and what the system lets it use. */
#include "cmd/watch.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/options.h"

/* How a command is watched. */
struct watching {
  bool holds;     /* interrupts are held back */
  bool shows;     /* progress is shown */
  bool line;      /* on one line of a terminal, which is written again */
  double begin;   /* when that began */
  double shown;   /* when something was shown last */
  double asked;   /* processor time used when it was asked last; 0: never */
  double longest; /* processor time between two questions */
  rlim_t seconds; /* of processor time, RLIM_INFINITY: any */
  rlim_t memory;  /* bytes of address space, likewise */
};

/* Hold interrupts back in this thread (SIG_BLOCK), or no more (SIG_UNBLOCK). */
static void hold(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  pthread_sigmask(how, &set, NULL);
}

void command_heed(void) { hold(SIG_UNBLOCK); }

/* Return the limit of "resource" that nothing raises. */
static rlim_t limit_of(int resource) {
  struct rlimit limits;
  return getrlimit((__rlimit_resource_t)resource, &limits) ? RLIM_INFINITY
                                                           : limits.rlim_max;
}

/* Return how many bytes of address space this process has. */
static double memory_used(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file && fscanf(file, "%lu", &pages) != 1)
    pages = 0;
  if (file)
    fclose(file);
  return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Return how many seconds of processor time this process has used. */
static double seconds_used(void) {
  struct rusage used;
  if (getrusage(RUSAGE_SELF, &used))
    return 0;
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Return whether "used", and "more" that may be used before this is asked
 * again, comes near to "limit". */
static bool is_near(double used, double more, rlim_t limit) {
  return limit != RLIM_INFINITY &&
         (used > 0.85 * (double)limit || used + more > 0.95 * (double)limit);
}

/* Return whether the processor time is nearly spent: what follows may take as
 * long as the longest so far between two questions. */
static bool is_spent(struct watching *w) {
  const double used = seconds_used();
  if (w->asked > 0 && used - w->asked > w->longest)
    w->longest = used - w->asked;
  w->asked = used;
  return is_near(used, w->longest, w->seconds);
}

/* Say whether the command is to end; the first time, from which on there may be
 * an answer so far, begin to hold interrupts back. */
static enum lcm_stop ask(void *user) {
  struct watching *w = user;
  sigset_t pending;
  if (!w->holds)
    hold(SIG_BLOCK);
  w->holds = true;
  if (!sigpending(&pending) && sigismember(&pending, SIGINT) == 1)
    return LCM_STOP_ASKED;
  if (w->seconds != RLIM_INFINITY && is_spent(w))
    return LCM_STOP_TIME;
  if (w->memory != RLIM_INFINITY && is_near(memory_used(), 0, w->memory))
    return LCM_STOP_MEMORY;
  return LCM_STOP_NOT;
}

/* Show how far the command is: on a terminal ten times a second and when it has
 * taken a second, elsewhere each time. */
static void show(void *user, const char *what, size_t done, size_t n) {
  struct watching *w = user;
  const double time = lcm_clock_now();
  if (!w->shows)
    return;
  if (!w->line) {
    fprintf(stderr, "[%zu/%zu] %s\n", done, n, what);
    return;
  }
  if (done == n && w->shown > 0)
    fputs("\r\033[K", stderr);
  if (done == n || time < w->begin + 1 || time < w->shown + 0.1)
    return;
  w->shown = time;
  fprintf(stderr, "\r\033[K[%zu/%zu] %s", done, n, what);
  fflush(stderr);
}

void command_watch(struct command *command) {
  struct watching *w = LCM_NEW(lcm_ctx_arena(command->ctx), struct watching);
  const bool line = isatty(STDERR_FILENO);
  *w = (struct watching){.line = line,
                         .shows = (line && !command->given[OPT_QUIET]) ||
                                  command->given[OPT_PROGRESS],
                         .begin = lcm_clock_now(),
                         .seconds = limit_of(RLIMIT_CPU),
                         .memory = limit_of(RLIMIT_AS)};
  const struct lcm_watch watch = {ask, show, w};
  lcm_ctx_watch(command->ctx, &watch);
}

int command_ended(const struct command *command, bool none, int done) {
  enum lcm_stop why = LCM_STOP_NOT;
  const char *so_far = lcm_ctx_so_far(command->ctx, &why);
  if (!none && (!so_far || done != EXIT_DONE))
    return done;
  if (none)
    fputs(why == LCM_STOP_ASKED
              ? "lcm: interrupted; nothing was written\n"
              : "lcm: error: the processor time or the memory is nearly spent, "
                "and nothing is known so far [budget]\n",
          stderr);
  return why == LCM_STOP_ASKED ? 128 + SIGINT : EXIT_SPENT;
}
