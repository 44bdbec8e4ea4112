#include "annotations/sidecar.h"
#include "base/ctx.h"
#include "tests/fuzz/fuzz.h"

/* What stands in a sidecar is read, and what cannot be read is said. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const struct lcm_sidecar_entry *entries = NULL;
  size_t n = 0;
  const lcm_status status =
      lcm_sidecar_parse(&entries, &n, ctx, "f.models", (const char *)data, len);
  fuzz_require(!status || lcm_diag_count(ctx, LCM_ERROR) > 0,
               "an error is reported");
  fuzz_require(status || !lcm_diag_count(ctx, LCM_ERROR),
               "where none is, all was read");
  fuzz_require(!n || entries, "there are as many entries as it says");
  lcm_ctx_free(ctx);
  return 0;
}
