/* SPDX-License-Identifier: MIT
 *
 * What events of OpenMP do to a thread beyond events.h; "thread" is the calling
 * thread, and may be NULL. */
#pragma once

#include "profiler/core/core.h"

/* From the task "prior", which ended or not, to "next": an explicit task at
 * "site" or one that is a part of a team, begun before or not. */
typedef struct lcm_switch {
  const void *prior;
  const void *next;
  bool ended;
  bool is_task;
  bool was_task;
  bool resumed;
  uint32_t site;
} lcm_switch;
