/* A process of its own for a command, whose C front end may die. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/heap.h"
#include "cmd/command.h"
#include "cmd/guard.h"

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

/* Return the exit status of a process whose child ended with "status". */
static int status_of(int status) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGPIPE)
    return 128 + WTERMSIG(status);
  say(status);
  return EXIT_ERRORS;
}

int command_guard(int (*body)(void *), void *user) {
  fflush(NULL);
  const pid_t self = getpid();
  const pid_t pid = fork();
  int status = 0;
  if (pid < 0)
    return body(user);
  if (!pid) {
    lcm_child_follow(self);
    lcm_heap_prepare();
    exit(body(user));
  }
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return EXIT_USAGE;
  _exit(status_of(status));
}
