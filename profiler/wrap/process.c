/* SPDX-License-Identifier: MIT
 *
 * Ends of the process that no destructor sees. */
#include <stdlib.h>
#include <unistd.h>

#include "profiler/core/core.h"
#include "profiler/wrap/wrap.h"

#pragma GCC visibility push(default)

/* End the process at once with "status". */
void _exit(int status) {
  lcm_run_finish(LCM_RAW_LEFT, 0, status);
  ((void (*)(int))lcm_real(LCM_REAL__exit))(status);
  __builtin_unreachable();
}

/* End the process at once with "status". */
void _Exit(int status) {
  lcm_run_finish(LCM_RAW_LEFT, 0, status);
  ((void (*)(int))lcm_real(LCM_REAL__Exit))(status);
  __builtin_unreachable();
}

/* End the process with "status", without what exit() calls. */
void quick_exit(int status) {
  lcm_run_finish(LCM_RAW_LEFT, 0, status);
  ((void (*)(int))lcm_real(LCM_REAL_quick_exit))(status);
  __builtin_unreachable();
}

#pragma GCC visibility pop
