/* SPDX-License-Identifier: MIT
 *
 * The functions of the C library that the runtime stands in for
 * (profiler/wrap), to be called from inside. */
#pragma once

#include "profiler/core/state.h"

/* The functions of real.def. */
typedef enum lcm_wrapped {
#define LCM_WRAP(name, version) LCM_REAL_##name,
#include "profiler/core/real.def"
#undef LCM_WRAP
  LCM_REAL_COUNT
} lcm_wrapped;

/* What "name" stands in for, to be called. */
#define LCM_REAL(name) ((__typeof__(&name))lcm_real(LCM_REAL_##name))

/* What the function "which" takes the place of; never NULL. */
lcm_real_function lcm_real(lcm_wrapped which);
