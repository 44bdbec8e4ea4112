/* SPDX-License-Identifier: MIT
 *
 * Sites: the constructs of a program, each inside another. */
#pragma once

#include "profiler/core/state.h"

/* What makes a site; profiler/raw/raw.h says what the members mean. */
typedef struct lcm_site {
  uint32_t kind;
  uint32_t parent;
  uint32_t previous;
  uint32_t next;
  uint64_t address;
  uint64_t tag;
  const char *name;
} lcm_site;

/* Make the table of "run", with site 0, the program; false where memory or
 * file are short. */
bool lcm_sites_start(lcm_profiled_run *run);

/* Return the id of "site", which becomes known where it was not.  A construct
 * inside itself (recursion) is the one around it; where there is no room left
 * it is its parent. */
uint32_t lcm_site_find(lcm_profiled_run *run, const lcm_site *site);

/* Return the cell of "thread" at "site", or where there is no room that of the
 * site around it; NULL where there is none at all.  For lcm_cell_here the lock
 * of "run" is held. */
lcm_raw_cell *lcm_cell_here(lcm_profiled_run *run, lcm_thread *thread,
                            uint32_t site);
lcm_raw_cell *lcm_cell_find(lcm_profiled_run *run, lcm_thread *thread,
                            uint32_t site);
