/* SPDX-License-Identifier: MIT
 *
 * What the hooks of MPI libraries need of the runtime beside events. */
#pragma once

#include "profiler/core/types.h"

#pragma GCC visibility push(default)

/* Return the site of the innermost frame of "thread"; 0 for NULL. */
uint32_t lcm_site_here(lcm_thread *thread);

/* Let "ns" of what "thread" spent at "site" as category "from" be of category
 * "to": what it waited for is known only now. */
void lcm_move(lcm_thread *thread, uint32_t site, uint32_t from, uint32_t to,
              uint64_t ns);

/* Switch measuring off and on again. */
void lcm_measure(bool on);

/* End measuring and finish the file, as when the program ends. */
void lcm_end(void);

/* Return the file descriptor of the raw file, -1 where there is none. */
int lcm_raw_descriptor(void);

#pragma GCC visibility pop
