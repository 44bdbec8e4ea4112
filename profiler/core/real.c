/* SPDX-License-Identifier: MIT
 *
 * The functions of the C library that ours stand before, each looked up when it
 * is first called. */
#include "profiler/core/real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(LCM_REAL_COUNT <= LCM_MAX_REAL, "room for all of them");

/* Return the next definition of "name" behind ours, of "version" where that is
 * not NULL and there is one. */
static void *find_next(const char *name, const char *version) {
  void *found = version ? dlvsym(RTLD_NEXT, name, version) : NULL;
  return found ? found : dlsym(RTLD_NEXT, name);
}

lcm_real_function lcm_real(lcm_wrapped which) {
  static const struct {
    const char *name, *version;
  } table[LCM_REAL_COUNT] = {
#define LCM_WRAP(name, version) {#name, version},
#include "profiler/core/real.def"
#undef LCM_WRAP
  };
  _Atomic(lcm_real_function) *known = &lcm_the_run()->real[which];
  lcm_real_function found = atomic_load_explicit(known, memory_order_relaxed);
  if (found)
    return found;
  void *next = find_next(table[which].name, table[which].version);
  if (!next)
    abort();
  memcpy(&found, &next, sizeof found);
  atomic_store(known, found);
  return found;
}
