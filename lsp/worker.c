/* Looking at documents in a process of its own, which can be stopped. */
#include "lsp/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

bool lcm_worker_start(struct lcm_lsp_worker *worker,
                      const struct lcm_lsp_job *job, lcm_lsp_look *look,
                      void *user) {
  int ends[2];
  lcm_worker_stop(worker);
  if (pipe(ends))
    return false;
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  if (!pid) {
    setpgid(0, 0);
    close(ends[0]);
    look(ends[1], job, user);
    _exit(0);
  }
  setpgid(pid, pid);
  close(ends[1]);
  (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  worker->pid = pid;
  worker->rpc = (struct lcm_rpc){.fd = ends[0]};
  return true;
}

void lcm_worker_stop(struct lcm_lsp_worker *worker) {
  if (!worker->pid)
    return;
  kill(-worker->pid, SIGKILL);
  while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  close(worker->rpc.fd);
  lcm_rpc_free(&worker->rpc);
  worker->pid = 0;
}
