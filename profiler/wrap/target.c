/* SPDX-License-Identifier: MIT
 *
 * Standing in for functions of gcc's OpenMP library that LLVM's, under which
 * programs of gcc are measured, has not: gcc's own know nothing of the tasks
 * and teams of LLVM's.  What may be done later is done at once, and a league
 * has one team, as LLVM's library says to those who ask; both are what OpenMP
 * allows. */
#include "profiler/wrap/target.h"

#include "profiler/core/core.h"

/* A bit of the flags of a target construct: nobody waits for it. */
enum { NOWAIT = 1 };

/* What LLVM's library has where it is there. */
#pragma weak __kmpc_fork_call
#pragma weak GOMP_taskwait
void __kmpc_fork_call(void);
void GOMP_taskwait(void);

/* Return "flags" of a target construct that is done at once, after what
 * "depend" (which may be NULL) may name: all tasks so far.  Where LLVM's
 * library is not there all stays as it is. */
static unsigned at_once(unsigned flags, void ***depend) {
  if (!__kmpc_fork_call || !GOMP_taskwait || (!(flags & NOWAIT) && !*depend))
    return flags;
  lcm_the_run()->header->flags |= LCM_RAW_AT_ONCE;
  if (*depend)
    GOMP_taskwait();
  *depend = NULL;
  return flags & ~(unsigned)NOWAIT;
}

#pragma GCC visibility push(default)

/* A function that has "flags" and "depend", which may be NULL, among its
 * "parameters"; "arguments" are all of them in brackets. */
#define LCM_AT_ONCE(name, parameters, arguments)                               \
  void name parameters {                                                       \
    flags = at_once(flags, &depend);                                           \
    LCM_REAL(name) arguments;                                                  \
  }

LCM_AT_ONCE(GOMP_target_ext,
            (int device, void (*fn)(void *), size_t n, void **host,
             size_t *sizes, unsigned short *kinds, unsigned flags,
             void **depend, void **rest),
            (device, fn, n, host, sizes, kinds, flags, depend, rest))
LCM_AT_ONCE(GOMP_target_update_ext,
            (int device, size_t n, void **host, size_t *sizes,
             unsigned short *kinds, unsigned flags, void **depend),
            (device, n, host, sizes, kinds, flags, depend))
LCM_AT_ONCE(GOMP_target_enter_exit_data,
            (int device, size_t n, void **host, size_t *sizes,
             unsigned short *kinds, unsigned flags, void **depend),
            (device, n, host, sizes, kinds, flags, depend))

/* Return whether another team of "least" to "most" begins; it is the "first".
 */
_Bool GOMP_teams4(unsigned least, unsigned most, unsigned limit, _Bool first) {
  if (!__kmpc_fork_call)
    return LCM_REAL(GOMP_teams4)(least, most, limit, first);
  if (most > 1)
    lcm_the_run()->header->flags |= LCM_RAW_AT_ONCE;
  return first;
}

#pragma GCC visibility pop
