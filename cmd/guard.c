#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/heap.h"
#include "cmd/command.h"
#include "cmd/guard.h"

/* Seconds of processor time for the analysis of a unit, and the address space
 * of a process that analyses, in bytes. */
static const rlim_t SECONDS = 120;
static const rlim_t MEMORY = (rlim_t)8 << 30;

/* Sanitizers map far more memory than they use. */
#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Set the soft limit of "resource" to "value", at most the hard one. */
static void limit(int resource, rlim_t value) {
  struct rlimit limits;
  if (getrlimit((__rlimit_resource_t)resource, &limits))
    return;
  limits.rlim_cur = value < limits.rlim_max ? value : limits.rlim_max;
  (void)setrlimit((__rlimit_resource_t)resource, &limits);
}

void command_limit(bool on, unsigned seconds) {
  struct rusage used;
  (void)getrusage(RUSAGE_SELF, &used);
  const rlim_t spent = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  limit(RLIMIT_CPU,
        on ? spent + 1 + (seconds ? seconds : SECONDS) : RLIM_INFINITY);
  if (!SANITIZED)
    limit(RLIMIT_AS, on ? MEMORY : RLIM_INFINITY);
}

/* Say what the process that died with "status" died of. */
static void say(int status) {
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU || signal == SIGKILL)
    fputs("lcm: error: the analysis was stopped: it takes too much time or "
          "memory [worker-died]\n",
          stderr);
  else
    fprintf(stderr, "lcm: error: the analysis died: %s [worker-died]\n",
            strsignal(signal));
}

int command_guard(int (*body)(void *), void *user) {
  fflush(NULL);
  const pid_t pid = fork();
  int status = 0;
  if (pid < 0)
    return body(user);
  if (!pid) {
    lcm_heap_prepare();
    exit(body(user));
  }
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return EXIT_USAGE;
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGPIPE)
    return 128 + WTERMSIG(status);
  say(status);
  return EXIT_ERRORS;
}
