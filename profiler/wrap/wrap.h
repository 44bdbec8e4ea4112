/* SPDX-License-Identifier: MIT
 *
 * Standing in for functions of the C library. */
#pragma once

#include "profiler/core/core.h"

/* Where the function that is wrapped was called. */
#define LCM_CALLED_AT __builtin_return_address(0)

/* Return the calling thread if "address", the return address of a call, lies in
 * the program's own code and its events count; else NULL. */
lcm_thread *lcm_caller(const void *address);

/* The calling thread "thread" waits at "address" for a thing of "kind", in
 * "state"; lcm_pop ends that. */
void lcm_wait(lcm_thread *thread, uint32_t kind, const void *address,
              uint32_t state);

/* The thread "thread" got a thing of "kind" at "address" without waiting. */
void lcm_no_wait(lcm_thread *thread, uint32_t kind, const void *address);
