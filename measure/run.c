/* Runs a process with a limit of time, until it ends or the user stops it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "measure/machine.h"
#include "measure/run.h"

/* How long a program may take to end when it is asked to, in seconds. */
static const double PATIENCE = 2;

/* Let standard input be the file that ours is, opened anew, so that it is read
 * from its beginning and nobody who shares ours loses the place in it; where it
 * is none, nothing. */
static void take_input(void) {
  struct stat about;
  const bool file = !fstat(STDIN_FILENO, &about) && S_ISREG(about.st_mode);
  int input = file ? open("/proc/self/fd/0", O_RDONLY) : -1;
  if (input < 0)
    input = open("/dev/null", O_RDONLY);
  if (input > STDIN_FILENO) {
    dup2(input, STDIN_FILENO);
    close(input);
  }
}

/* Become "child", which ends when we do; the reason why it cannot goes to
 * "complaint".  Never returns. */
static LCM_NORETURN void become(const struct profile_child *child,
                                int complaint) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  take_input();
  dup2(child->output >= 0 ? child->output : STDERR_FILENO, STDOUT_FILENO);
  if (child->output >= 0)
    dup2(child->output, STDERR_FILENO);
  for (size_t i = 0; i < child->n_variables; i++)
    if (child->values[i])
      setenv(child->names[i], child->values[i], 1);
  char **argv = NULL;
  memcpy(&argv, &child->argv, sizeof argv);
  execvp(argv[0], argv);
  const int error = errno;
  (void)!write(complaint, &error, sizeof error);
  _exit(127);
}

/* A program that runs. */
struct child_running {
  pid_t pid;
  /* a file descriptor that is readable once it has ended; -1: none */
  int handle;
};

/* Start "child" into "*running"; LCM_EIO, and a diagnostic, where it cannot
 * be. */
static lcm_status start(struct child_running *running, lcm_ctx *ctx,
                        const struct profile_child *child) {
  int complaint[2];
  int error = 0;
  if (pipe2(complaint, O_CLOEXEC)) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0}, "cannot make a pipe: %s",
               strerror(errno));
    return LCM_EIO;
  }
  running->pid = fork();
  if (!running->pid)
    become(child, complaint[1]);
  error = errno;
  close(complaint[1]);
  const bool failed = running->pid < 0 ||
                      read(complaint[0], &error, sizeof error) == sizeof error;
  close(complaint[0]);
  if (failed) {
    lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = child->argv[0]},
               "cannot start it: %s", strerror(error));
    if (running->pid > 0)
      (void)waitpid(running->pid, NULL, 0);
    return LCM_EIO;
  }
  running->handle = (int)syscall(SYS_pidfd_open, running->pid, 0);
  return LCM_OK;
}

/* Wait up to "seconds" for "running" to end; return whether it did, and put
 * whether the user wants to stop into "*stopped". */
static bool await(const struct child_running *running, double seconds,
                  int signals, bool *stopped) {
  const double end = lcm_clock_now() + seconds;
  for (;;) {
    struct pollfd fds[2] = {{running->handle, POLLIN, 0}, {signals, POLLIN, 0}};
    const double left = end - lcm_clock_now();
    siginfo_t info = {0};
    const int step = left < 1 ? (int)(left * 1000) + 1 : 1000;
    (void)poll(fds, signals >= 0 ? 2 : 1, running->handle >= 0 ? step : 10);
    if (!waitid(P_PID, (id_t)running->pid, &info,
                WEXITED | WNOHANG | WNOWAIT) &&
        info.si_pid)
      return true;
    struct signalfd_siginfo signal;
    if (signals >= 0 && (fds[1].revents & POLLIN) &&
        read(signals, &signal, sizeof signal) > 0)
      *stopped = true;
    if (*stopped || lcm_clock_now() >= end)
      return false;
  }
}

/* End "running" and what it has started: ask, and, where that does not help,
 * insist. */
static void end(const struct child_running *running) {
  bool stopped = false;
  kill(-running->pid, SIGTERM);
  (void)await(running, PATIENCE, -1, &stopped);
  kill(-running->pid, SIGKILL);
}

/* Return the seconds that "usage" says were spent. */
static double spent(const struct rusage *usage) {
  return (double)usage->ru_utime.tv_sec + (double)usage->ru_stime.tv_sec +
         1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

lcm_status profile_run(struct profile_outcome *out, lcm_ctx *ctx,
                       const struct profile_child *child) {
  static const double EVER = 1e9;
  struct child_running running = {0, -1};
  struct rusage usage = {0};
  int state = 0;
  *out = (struct profile_outcome){0};
  const struct profile_load before = profile_load_now();
  const double begin = lcm_clock_now();
  const lcm_status status = start(&running, ctx, child);
  if (status)
    return status;
  const double limit = child->seconds ? (double)child->seconds : EVER;
  if (!await(&running, limit, child->signals, &out->stopped)) {
    out->timed_out = !out->stopped;
    end(&running);
  }
  out->wall = lcm_clock_now() - begin;
  while (wait4(running.pid, &state, 0, &usage) < 0 && errno == EINTR)
    ;
  if (running.handle >= 0)
    close(running.handle);
  const struct profile_load after = profile_load_now();
  out->exit_status =
      WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  out->signal = WIFEXITED(state) ? 0 : WTERMSIG(state);
  out->cpu = spent(&usage);
  out->switches = (double)usage.ru_nivcsw;
  out->others = after.busy - before.busy - out->cpu;
  out->throttled = after.throttles > before.throttles;
  return LCM_OK;
}
