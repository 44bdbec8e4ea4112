/* What the fuzz targets share.  Each defines LLVMFuzzerTestOneInput, which
 * libFuzzer calls (preset fuzz), and driver.c in ordinary builds. */
#ifndef LCM_TESTS_FUZZ_FUZZ_H
#define LCM_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ctx.h"

/* Run the target on the "len" bytes at "data"; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* Die unless "holds": "what" is the invariant. */
static inline void fuzz_require(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

/* Return a context with a small budget, so that nothing runs long. */
static inline lcm_ctx *fuzz_ctx(void) {
  const struct lcm_options options = {.max_work = 200000};
  return lcm_ctx_new(&options);
}

#endif
