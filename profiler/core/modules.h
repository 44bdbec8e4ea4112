/* SPDX-License-Identifier: MIT
 *
 * Which code is the program's own. */
#pragma once

#include "profiler/core/types.h"

/* Return whether "address" lies in the program's own code: not the system's
 * libraries, nor those of OpenMP and MPI. */
bool lcm_is_user(const void *address);
