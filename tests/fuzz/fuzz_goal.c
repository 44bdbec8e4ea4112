#include <string.h>

#include "analyzer/load/goal.h"
#include "model/lcs/lcs.h"
#include "tests/fuzz/fuzz.h"

/* A schedule that is read is a structure that is read; one that is not has a
 * diagnostic. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const lcm_program *program = NULL;
  char *lcs = NULL;
  if (lcm_goal_to_lcs(&lcs, ctx, "f.goal", (const char *)data, len))
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
  else
    fuzz_require(!lcm_program_parse(&program, ctx, "f.goal", lcs, strlen(lcs)),
                 "what is made of it is a structure");
  free(lcs);
  lcm_ctx_free(ctx);
  return 0;
}
