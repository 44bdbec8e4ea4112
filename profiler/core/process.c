/* SPDX-License-Identifier: MIT
 *
 * Measuring begins with the process and ends in each way that it can end. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "profiler/core/events.h"
#include "profiler/core/run.h"

/* Signals that end a program unless it says otherwise. */
static const int deadly[] = {
    SIGSEGV, SIGBUS, SIGFPE,  SIGILL,  SIGABRT, SIGTERM, SIGINT,  SIGHUP,
    SIGQUIT, SIGSYS, SIGTRAP, SIGXCPU, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2};

/* The program dies of "signal": finish the file, and let it die. */
static void on_deadly(int signal_number) {
  lcm_run_finish(LCM_RAW_CRASHED, signal_number, 0);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Catch the deadly signals that the program has no handler for. */
static void catch_signals(void) {
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
    struct sigaction before;
    if (sigaction(deadly[i], NULL, &before) != 0 ||
        before.sa_handler != SIG_DFL)
      continue;
    struct sigaction action = {.sa_handler = on_deadly,
                               .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(deadly[i], &action, NULL);
  }
}

/* The program has left main, or called exit, with "status".  This is called
 * after the destructors of libraries. */
static void on_end(int status, void *unused) {
  (void)unused;
  lcm_run_finish(LCM_RAW_EXITED, 0, status);
  lcm_raw_header *header = lcm_the_run()->header;
  if (header->pid == getpid() && header->state == LCM_RAW_EXITED)
    header->status = status;
}

/* The program made a child, which is not measured. */
static void note_child(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (lcm_self())
    run->header->flags |= LCM_RAW_FORKED;
}

/* Begin before the program does. */
__attribute__((constructor(101))) static void begin(void) {
  lcm_run_start();
  if (!lcm_self())
    return;
  pthread_atfork(NULL, note_child, lcm_run_forget);
  on_exit(on_end, NULL);
  catch_signals();
}

/* End when the program has. */
__attribute__((destructor(101))) static void end(void) {
  lcm_run_finish(LCM_RAW_EXITED, 0, 0);
}
