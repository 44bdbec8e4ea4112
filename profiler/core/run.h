/* SPDX-License-Identifier: MIT
 *
 * The begin and the end of measuring. */
#pragma once

#include "profiler/core/threads.h"

/* Begin to measure this process, as the environment says; the calling thread is
 * the program's first. */
void lcm_run_start(void);

/* End it: the program has come to "state" (LCM_RAW_EXITED, ...) by "signal" or
 * with exit status "status".  Safe in a signal handler; nothing in a child that
 * shares memory (vfork). */
void lcm_run_finish(uint32_t state, int signal, int status);

/* This is a child made by fork: it is not measured. */
void lcm_run_forget(void);

/* Switch measuring off and on again; it is on where both were called equally
 * often. */
void lcm_run_pause(void);
void lcm_run_resume(void);

/* Forget all that was measured so far: the program asks to begin here. */
void lcm_run_reset(void);

/* The solution was found: computing is braking loss from now on. */
void lcm_run_found(void);

/* Return the category of the user's that is called "name"; LCM_RAW_PC where
 * there are too many. */
uint32_t lcm_run_category(const char *name);
