/* Looking at documents in a process of its own, which can be stopped. */
#pragma once

#include "lsp/lsp.h"

/* A process that looks at a document; pid 0: none does. */
struct lcm_lsp_worker {
  int pid;
  struct lcm_rpc rpc; /* what it finds */
};

/* Start a process that looks at "job" by "look"; one that runs is stopped
 * before.  False where there can be none. */
bool lcm_worker_start(struct lcm_lsp_worker *worker,
                      const struct lcm_lsp_job *job, lcm_lsp_look *look,
                      void *user);

/* Stop the process of "worker" where one runs, and forget what it found. */
void lcm_worker_stop(struct lcm_lsp_worker *worker);
