/* SPDX-License-Identifier: MIT
 *
 * Which files are loaded where. */
#pragma once

#include "profiler/core/state.h"

#define LCM_MAX_MODULES 256

/* The code of a file, from "start" up to "end". */
typedef struct lcm_module_range {
  uintptr_t start;
  uintptr_t end;
  bool user;
} lcm_module_range;

/* Look at what is loaded; what is new goes into the file. */
void lcm_modules_scan(lcm_profiled_run *run);

/* Return the module that "address" lies in among those that were looked at, or
 * NULL. */
const lcm_module_range *lcm_module_at(const lcm_profiled_run *run,
                                      uintptr_t address);
