/* Filters of system calls (seccomp). */
#pragma once

#include <stdbool.h>

/* Refuse what programs that read files and write to pipes have no need of: the
 * network, other processes, the settings of the system, and files with new
 * names unless "files" says that these are refused otherwise.  Return whether
 * the kernel does so from now on. */
bool lcm_filter_tools(bool files);

/* Refuse all calls but those that read files, manage the memory and threads of
 * this process, and write to what is open; in all threads.  Return whether the
 * kernel does so from now on. */
bool lcm_filter_reader(void);
