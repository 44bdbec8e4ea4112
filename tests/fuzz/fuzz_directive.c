#include "annotations/directive.h"
#include "tests/fuzz/fuzz.h"

/* Comments are found, directives parsed, declared and understood. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const struct lcm_comment *comments = NULL;
  const lcm_directive *directives = NULL;
  struct lcm_declarations declared = {0};
  struct lcm_meaning meaning;
  size_t n = 0;
  const size_t found =
      lcm_comments_scan(&comments, ctx, "f.c", (const char *)data, len);
  if (lcm_directives_parse(&directives, &n, ctx, comments, found))
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
  for (size_t i = 0; i < n; i++) {
    const lcm_directive *one = &directives[i];
    lcm_ctx_refill(ctx);
    if (lcm_directives_mean(&meaning, ctx, &one, 1, NULL, NULL))
      fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
  }
  lcm_ctx_refill(ctx);
  if (lcm_directives_declare(&declared, ctx, directives, n, NULL, NULL))
    fuzz_require(lcm_diag_count(ctx, LCM_ERROR) > 0, "an error is reported");
  lcm_ctx_free(ctx);
  return 0;
}
