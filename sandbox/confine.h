/* What the kernel lets a process do from now on. */
#pragma once

#include "sandbox/places.h"

/* Let this process, its later threads and the programs that it runs read
 * "places", run programs of those that say so, and neither write files nor use
 * the network, as far as the kernel can see to that: by Landlock where it has
 * it, by seccomp on x86-64 and aarch64.  The pipes and files that are open stay
 * so.  Nothing is done where the variable LCM_SANDBOX is "off". */
void lcm_confine(const lcm_allowed_list *places);

/* Let all threads of this process only read files, compute and write to what is
 * open: no programs are run, no processes started, no sockets made. */
void lcm_confine_to_reading(void);
