/* Threads that share work. */
#pragma once

#include <stddef.h>

/* Return how many threads are to share work where "asked" are asked for: for 0
 * as many as there are processors; no more than "most" in any case. */
size_t lcm_threads_of(size_t asked, size_t most);

/* Call "body" with "user" and each number below "n", all at the same time: with
 * 0 in this thread, with the others in threads of their own, on large stacks;
 * in this one afterwards where the system refuses a thread.  Return when all
 * have returned. */
void lcm_threads_run(size_t n, void (*body)(void *user, size_t number),
                     void *user);
