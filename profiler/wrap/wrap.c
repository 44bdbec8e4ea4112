/* SPDX-License-Identifier: MIT
 *
 * Standing in for functions of the C library. */

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profiler/core/events.h"
#include "profiler/core/events_internal.h"
#include "profiler/core/frames.h"
#include "profiler/core/modules.h"
#include "profiler/core/threads.h"
#include "profiler/wrap/wrap.h"

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
#include "profiler/wrap/wrap.def"
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

lcm_thread *lcm_caller(const void *address) {
  if (!atomic_load_explicit(&lcm_the_run()->on, memory_order_relaxed) ||
      !lcm_is_user(address))
    return NULL;
  return lcm_self();
}

void lcm_wait(lcm_thread *thread, uint32_t kind, const void *address,
              uint32_t state) {
  const lcm_enter enter = {.kind = kind,
                           .state = state,
                           .category = kind == LCM_RAW_BARRIER ? LCM_RAW_LI
                                                               : LCM_RAW_SL,
                           .address = address};
  lcm_push(thread, &enter);
}

void lcm_no_wait(lcm_thread *thread, uint32_t kind, const void *address) {
  if (!lcm_hold(thread))
    return;
  lcm_run *run = lcm_the_run();
  const lcm_frame *top = lcm_frame_top(thread);
  const lcm_site site = {.kind = kind,
                         .parent = top ? top->site : 0,
                         .address = (uintptr_t)address};
  lcm_raw_cell *cell = lcm_cell_find(run, thread, lcm_site_find(run, &site));
  if (cell)
    cell->visits++;
  lcm_unlock(&thread->lock);
}
