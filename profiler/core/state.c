/* SPDX-License-Identifier: MIT
 *
 * The state of the runtime: the run, and which thread the calling one is. */
#include "profiler/core/state.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

static lcm_profiled_run the_run;
static _Thread_local lcm_thread *self
    __attribute__((tls_model("initial-exec")));

lcm_profiled_run *lcm_the_run(void) { return &the_run; }

lcm_thread *lcm_known_self(void) { return self; }

void lcm_set_self(lcm_thread *thread) { self = thread; }

/* Try to take "lock" "times" times; return whether it was taken. */
static bool try_lock(_Atomic(uint32_t) *lock, unsigned times) {
  for (unsigned i = 0; i < times; i++) {
    if (!atomic_load_explicit(lock, memory_order_relaxed) &&
        !atomic_exchange_explicit(lock, 1, memory_order_acquire))
      return true;
    if (i % 64 == 63)
      sched_yield();
  }
  return false;
}

void lcm_lock(_Atomic(uint32_t) *lock) {
  while (!try_lock(lock, 1024))
    ;
}

void lcm_unlock(_Atomic(uint32_t) *lock) {
  atomic_store_explicit(lock, 0, memory_order_release);
}

/* Return the nanoseconds of the clock. */
static uint64_t clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

bool lcm_lock_in_time(_Atomic(uint32_t) *lock) {
  const uint64_t begin = clock_now();
  while (!try_lock(lock, 1024))
    if (clock_now() - begin > 250000000)
      return false;
  return true;
}

/* Return "size" fresh bytes of memory, or NULL. */
static void *map_pages(size_t size) {
  void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void *lcm_keep(size_t size) {
  lcm_profiled_run *run = &the_run;
  const size_t block = 256 * 1024;
  size = (size + 63) & ~(size_t)63;
  if (size > block / 4)
    return map_pages(size);
  if (size > run->keep_left) {
    unsigned char *fresh = map_pages(block);
    if (!fresh)
      return NULL;
    run->keep_at = fresh;
    run->keep_left = block;
  }
  void *room = run->keep_at;
  run->keep_at += size;
  run->keep_left -= size;
  return room;
}
