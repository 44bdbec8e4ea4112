/* Settings of the allocator of GNU's C library. */
#include "base/heap.h"

#include <stdlib.h>

#ifdef __GLIBC__

#include <limits.h>
#include <malloc.h>

/* By how many bytes the heap grows at a time. */
enum { STEP = 1 << 24 };

void lcm_heap_prepare(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, STEP);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

#else

void lcm_heap_prepare(void) {}

#endif
