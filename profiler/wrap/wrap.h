/* SPDX-License-Identifier: MIT
 *
 * Standing in for functions of the C library. */
#pragma once

#include "profiler/core/state.h"

/* The functions of wrap.def. */
typedef enum lcm_wrapped {
#define LCM_WRAP(name, version) LCM_REAL_##name,
#include "profiler/wrap/wrap.def"
#undef LCM_WRAP
  LCM_REAL_COUNT
} lcm_wrapped;

/* What "name" stands in for, to be called. */
#define LCM_REAL(name) ((__typeof__(&name))lcm_real(LCM_REAL_##name))

/* Where the function that is wrapped was called. */
#define LCM_CALLED_AT __builtin_return_address(0)

/* What the function "which" takes the place of; never NULL. */
lcm_real_function lcm_real(lcm_wrapped which);

/* Return the calling thread if "address", the return address of a call, lies in
 * the program's own code and its events count; else NULL. */
lcm_thread *lcm_caller(const void *address);

/* The calling thread "thread" waits at "address" for a thing of "kind", in
 * "state"; lcm_pop ends that. */
void lcm_wait(lcm_thread *thread, uint32_t kind, const void *address,
              uint32_t state);

/* The thread "thread" got a thing of "kind" at "address" without waiting. */
void lcm_no_wait(lcm_thread *thread, uint32_t kind, const void *address);
