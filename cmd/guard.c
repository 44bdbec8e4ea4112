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

/* Return the exit status of a process whose child ended with "status", having
 * been interrupted ("again") more than once. */
static int status_of(int status, bool again) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (WTERMSIG(status) == SIGINT || again)
    fputs("lcm: interrupted; nothing was written\n", stderr);
  if (WTERMSIG(status) == SIGINT || again)
    return 128 + SIGINT;
  if (WTERMSIG(status) == SIGPIPE)
    return 128 + SIGPIPE;
  say(status);
  return EXIT_ERRORS;
}

/* Wait for the child "pid", which is interrupted when this process is, and
 * killed when this is "*again" interrupted; return the status that it ends
 * with, -1 where that cannot be known.  "held" has SIGINT and SIGCHLD, which
 * are blocked. */
static int await(bool *again, pid_t pid, const sigset_t *held) {
  int status = 0;
  bool once = false;
  *again = false;
  for (;;) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid)
      return status;
    if (ended < 0 && errno != EINTR)
      return -1;
    if (sigwaitinfo(held, NULL) != SIGINT)
      continue;
    *again = once;
    once = true;
    kill(pid, *again ? SIGKILL : SIGINT);
  }
}

int command_guard(int (*body)(void *), void *user) {
  sigset_t held;
  sigset_t before;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGCHLD);
  fflush(NULL);
  sigprocmask(SIG_BLOCK, &held, &before);
  const pid_t self = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    return body(user);
  }
  if (!pid) {
    sigaddset(&before, SIGINT);
    sigprocmask(SIG_SETMASK, &before, NULL);
    lcm_child_follow(self);
    lcm_heap_prepare();
    exit(body(user));
  }
  bool again = false;
  const int status = await(&again, pid, &held);
  _exit(status < 0 ? EXIT_USAGE : status_of(status, again));
}
